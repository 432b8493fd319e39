import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Actor, Viewer } from '#platform/viewer.ts';
import { record } from '#features/base/audit/mutations.ts';
import {
  reviewCommentRefusal,
  reviewCommentsRefusal,
} from '#features/events/events/policy/comment.ts';
import { lockEventFacts } from '#features/events/events/queries/event.ts';
import { events } from '#features/events/events/tables.ts';
import { trustAuthor } from '#features/trust/moderation/mutations.ts';
import { lockHeldComment } from '../queries/pending-review.ts';
import { comments, heldComments } from '../tables.ts';

/**
 * Stores a comment for an organiser or an admin to review.
 * @returns its id, which no other comment will have
 */
export async function holdCommentForReview(
  tx: Transaction,
  viewer: Viewer,
  eventId: number,
  content: CleanText,
  print: string | null,
  now: Date,
): Promise<number> {
  const id = sql<number>`nextval(pg_get_serial_sequence('comments', 'id'))::int`;
  const [inserted] = await tx
    .insert(heldComments)
    .values({
      id,
      eventId,
      userId: viewer.id,
      content,
      print: print ?? '',
      createdAt: now,
    })
    .returning({ id: heldComments.id });
  if (!inserted) throw new Error('an insert returned no row');
  return inserted.id;
}

/** Locks the event of a comment, as every deletion of an event with its comments does. */
async function holdEventOf(
  tx: Transaction,
  table: typeof comments | typeof heldComments,
  id: number,
): Promise<void> {
  const [place] = await tx.select({ eventId: table.eventId }).from(table).where(eq(table.id, id));
  if (!place) return;
  await tx
    .select({ id: events.id })
    .from(events)
    .where(eq(events.id, place.eventId))
    .for('key share');
}

type HeldComment = typeof heldComments.$inferSelect;

/** Locks a comment that awaits review, on any event. */
async function lockPendingComment(tx: Transaction, id: number): Promise<HeldComment> {
  await holdEventOf(tx, heldComments, id);
  const [comment] = await tx
    .select()
    .from(heldComments)
    .where(and(eq(heldComments.id, id), isNull(heldComments.hiddenAt)))
    .for('update');
  if (!comment) throw notFound('Comment');
  return comment;
}

/**
 * Hides a comment from everybody but its author and the admins. A pending one leaves the review
 * queue.
 * @returns whether it was not hidden before
 */
export async function hideComment(
  tx: Transaction,
  actor: Actor,
  id: number,
  now: Date,
): Promise<boolean> {
  await holdEventOf(tx, comments, id);
  const [shown] = await tx
    .delete(comments)
    .where(and(eq(comments.id, id), isNotNull(comments.userId)))
    .returning();
  if (shown?.userId) {
    const { userId, ...comment } = shown;
    await tx.insert(heldComments).values({ ...comment, userId, print: '', hiddenAt: now });
    const change = { before: whose(shown), after: { hidden: true } } as const;
    await record(tx, actor, 'comment.hide', id, change, now);
    return true;
  }
  const [waiting] = await tx
    .update(heldComments)
    .set({ hiddenAt: now })
    .where(and(eq(heldComments.id, id), isNull(heldComments.hiddenAt)))
    .returning();
  if (!waiting) return false;
  const change = { before: { ...whose(waiting), held: true }, after: { hidden: true } } as const;
  await record(tx, actor, 'comment.hide', id, change, now);
  return true;
}

/**
 * Shows a hidden comment to everybody again.
 * @returns whether it was hidden
 */
export async function showComment(
  tx: Transaction,
  actor: Actor,
  id: number,
  now: Date,
): Promise<boolean> {
  const hidden = await deleteHiddenComment(tx, id);
  if (!hidden) return false;
  const { print: _, hiddenAt: __, ...comment } = hidden;
  await tx.insert(comments).overridingSystemValue().values(comment);
  const change = { before: whose(comment), after: { hidden: false } } as const;
  await record(tx, actor, 'comment.show', id, change, now);
  return true;
}

/** Takes a hidden comment out of its separate table; undefined if there is none. */
export async function deleteHiddenComment(tx: Transaction, id: number) {
  await holdEventOf(tx, heldComments, id);
  const [hidden] = await tx
    .delete(heldComments)
    .where(and(eq(heldComments.id, id), isNotNull(heldComments.hiddenAt)))
    .returning();
  return hidden;
}

const whose = ({ eventId, userId }: { eventId: number; userId: string | null }) => ({
  eventId,
  authorId: userId,
});

/**
 * Releases a comment from the admins' queue.
 * @throws Refusal `not_found`
 */
export async function releaseComment(
  db: Database,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    await release(tx, viewer, await lockPendingComment(tx, id), now);
  });
}

/**
 * Releases a comment for an organiser of its event, or an admin.
 * @throws Refusal `not_found`, `not_a_member`, `forbidden`
 */
export async function releaseEventComment(
  db: Database,
  viewer: Viewer,
  eventId: number,
  commentId: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const event = await lockEventFacts(tx, viewer, eventId);
    if (!event) throw notFound('Event');
    demand(reviewCommentsRefusal(viewer, event));
    const comment = await lockHeldComment(tx, viewer, eventId, commentId);
    if (!comment || comment.hiddenAt) throw notFound('Comment');
    demand(reviewCommentRefusal(viewer, event, comment));
    await release(tx, viewer, comment, now);
  });
}

async function release(tx: Transaction, viewer: Viewer, pending: HeldComment, now: Date) {
  const { print: _, hiddenAt: __, ...comment } = pending;
  const { id, eventId, userId } = comment;
  await tx.delete(heldComments).where(eq(heldComments.id, id));
  await tx.insert(comments).overridingSystemValue().values(comment);
  await trustAuthor(tx, userId, now);
  await record(tx, viewer, 'comment.release', id, changeOf(comment), now);
  await enqueue(tx, 'comment_released', userId, { eventId, commentId: id }, now);
}

/**
 * Deletes a comment from the admins' queue.
 * @throws Refusal `not_found`
 */
export async function removeHeldComment(
  db: Database,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    await rejectComment(tx, viewer, await lockPendingComment(tx, id), now);
  });
}

/** Deletes a comment that nobody else has seen, and its text with it. */
export async function rejectComment(
  tx: Transaction,
  viewer: Viewer,
  { id, eventId, userId }: HeldComment,
  now: Date,
): Promise<void> {
  await tx.delete(heldComments).where(eq(heldComments.id, id));
  await record(tx, viewer, 'comment.delete', id, changeOf({ eventId, userId }), now);
  await enqueue(tx, 'comment_rejected', userId, { eventId }, now);
}

/** The audit log stores none of the comment's text. */
const changeOf = ({ eventId, userId }: { eventId: number; userId: string }) => ({
  before: { eventId, authorId: userId, held: true },
  after: null,
});
