import type { Comment } from '../../contract/comments.ts';
import { profileRefusal } from '../accounts/policy.ts';
import { transaction, type Database } from '../db/database.ts';
import { commentRefusal } from '../events/policy.ts';
import { lockedEventFacts } from '../events/queries.ts';
import { demand, notFound } from '../http/refusal.ts';
import type { Viewer } from '../http/route.ts';
import { comments } from './tables.ts';

/** @throws Refusal `not_found`, `not_a_member`, `profile_incomplete` */
export async function postComment(
  db: Database,
  viewer: Viewer,
  eventId: number,
  content: string,
  now: Date,
): Promise<Comment> {
  return transaction(db, async (tx) => {
    const event = await lockedEventFacts(tx, eventId, viewer);
    if (!event) throw notFound('Event');
    demand(commentRefusal(viewer, event));
    demand(profileRefusal(viewer, 'join the discussion'));
    const [comment] = await tx
      .insert(comments)
      .values({ eventId, userId: viewer.id, content, createdAt: now })
      .returning();
    if (!comment) throw new Error('an insert returned no row');
    return {
      id: comment.id,
      userId: viewer.id,
      content,
      createdAt: comment.createdAt.toISOString(),
      author: { firstName: viewer.firstName, profileImageUrl: viewer.profileImageUrl },
    };
  });
}
