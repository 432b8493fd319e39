import { eq } from 'drizzle-orm';
import type { Comment } from '../../contract/comments.ts';
import { profileRefusal } from '../accounts/policy.ts';
import { recordIfByOffice } from '../audit/record.ts';
import { transaction, type Database } from '../db/database.ts';
import { commentRefusal, deleteCommentRefusal, seeEventRefusal } from '../events/policy.ts';
import { eventFacts, lockedEventFacts } from '../events/queries.ts';
import { demand, notFound } from '../http/refusal.ts';
import type { Viewer } from '../http/route.ts';
import { lockedComment, toComment } from './queries.ts';
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
      .returning({
        id: comments.id,
        userId: comments.userId,
        content: comments.content,
        createdAt: comments.createdAt,
      })
      .prepare('comment_added')
      .execute();
    if (!comment) throw new Error('an insert returned no row');
    const { firstName, profileImageUrl } = viewer;
    return toComment({ ...comment, author: { firstName, profileImageUrl } }, viewer, event);
  });
}

/** @throws Refusal `not_found`, `not_a_member`, `forbidden` */
export async function deleteComment(
  db: Database,
  viewer: Viewer,
  eventId: number,
  commentId: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const event = await eventFacts(tx, eventId, viewer);
    if (!event) throw notFound('Event');
    const comment = await lockedComment(tx, eventId, commentId);
    if (!comment) throw seeEventRefusal(viewer, event) ?? notFound('Comment');
    demand(deleteCommentRefusal(viewer, event, comment));
    await tx.delete(comments).where(eq(comments.id, commentId));
    const own = comment.userId === viewer.id || (event.membership?.isOrganizer ?? false);
    await recordIfByOffice(tx, viewer, own, {
      action: 'comment.delete',
      target: { type: 'comment', id: String(commentId) },
      before: { eventId, authorId: comment.userId },
      after: null,
      now,
    });
  });
}
