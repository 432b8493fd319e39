import { and, eq, sql } from 'drizzle-orm';
import type { Comment } from '../../../contract/comments.ts';
import { profileRefusal } from '../accounts/policy.ts';
import { recordIfByOffice } from '../audit/mutations.ts';
import type { Config } from '../../platform/config.ts';
import { transaction, type Database, type Transaction } from '../../platform/db/database.ts';
import { statement } from '../../platform/db/fast/statements.ts';
import { commentRefusal, deleteCommentRefusal, seeEventRefusal } from '../events/policy.ts';
import { eventFacts, lockedEventFacts } from '../events/queries.ts';
import { demand, notFound } from '../../platform/refusal.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { earlierCopies, holdComment, noteText, slowLinks } from '../moderation/mutations.ts';
import { isRepeated } from '../moderation/policy.ts';
import { heldComments } from '../moderation/tables.ts';
import { lockedComment, toComment } from './queries.ts';
import { comments } from './tables.ts';

interface Author {
  db: Database;
  config: Config;
  viewer: Viewer;
  now: Date;
}

/**
 * Posts a comment; one that says what was posted often before waits for an admin, and is its author's alone to see.
 * @throws Refusal `not_found`, `not_a_member`, `profile_incomplete`, `too_many_requests`
 */
export async function postComment(
  author: Author,
  eventId: number,
  content: string,
): Promise<Comment> {
  const { db, viewer, now } = author;
  return transaction(db, async (tx) => {
    const event = await lockedEventFacts(tx, eventId, viewer);
    if (!event) throw notFound('Event');
    demand(commentRefusal(viewer, event));
    demand(profileRefusal(viewer, 'join the discussion'));
    await slowLinks(tx, author, content);
    const held = isRepeated(await earlierCopies(tx, author, content));
    await noteText(tx, author, 'comment', content);
    const { firstName, profileImageUrl } = viewer;
    const comment = held
      ? { ...(await holdComment(tx, author, eventId, content)), held }
      : await insertComment(tx, { eventId, userId: viewer.id, content, createdAt: now });
    return toComment({ ...comment, author: { firstName, profileImageUrl } }, viewer, event);
  });
}

async function insertComment(tx: Transaction, values: typeof comments.$inferInsert) {
  const insert = statement(tx, 'comment_added', (sqlTx) =>
    sqlTx
      .insert(comments)
      .values({
        eventId: sql.placeholder('eventId'),
        userId: sql.placeholder('userId'),
        content: sql.placeholder('content'),
        createdAt: sql.placeholder('createdAt'),
      })
      .returning({
        id: comments.id,
        userId: comments.userId,
        content: comments.content,
        createdAt: comments.createdAt,
      }),
  );
  const [comment] = await insert.execute({ ...values });
  if (!comment) throw new Error('an insert returned no row');
  return comment;
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
    if (!comment && (await takeBackHeld(tx, viewer, eventId, commentId))) return;
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

/** What waits for an admin is its author's to delete. */
async function takeBackHeld(
  tx: Transaction,
  viewer: Viewer,
  eventId: number,
  id: number,
): Promise<boolean> {
  const taken = await tx
    .delete(heldComments)
    .where(
      and(
        eq(heldComments.id, id),
        eq(heldComments.eventId, eventId),
        eq(heldComments.userId, viewer.id),
      ),
    )
    .returning({ id: heldComments.id });
  return taken.length > 0;
}
