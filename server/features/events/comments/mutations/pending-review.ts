import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { notFound } from '#platform/refusal.ts';
import type { Actor, Viewer } from '#platform/viewer.ts';
import { record } from '#features/base/audit/mutations.ts';
import { events } from '#features/events/events/tables.ts';
import { trustAuthor } from '#features/trust/moderation/mutations.ts';
import { comments, heldComments } from '../tables.ts';

/**
 * Keeps a comment for an admin to look at.
 * @returns its id, which no other comment will have
 */
export async function holdCommentForReview(
  tx: Transaction,
  viewer: Viewer,
  eventId: number,
  content: string,
  print: string | null,
  now: Date,
): Promise<number> {
  const id = sql<number>`nextval(pg_get_serial_sequence('comments', 'id'))::int`;
  const [held] = await tx
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
  if (!held) throw new Error('an insert returned no row');
  return held.id;
}

/** Holds the event of a comment, as everybody does who deletes one with its comments. */
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

/** Takes a comment out of the queue. */
async function takeOut(tx: Transaction, id: number) {
  await holdEventOf(tx, heldComments, id);
  const [held] = await tx
    .delete(heldComments)
    .where(and(eq(heldComments.id, id), isNull(heldComments.hiddenAt)))
    .returning();
  if (!held) throw notFound('Comment');
  return held;
}

/**
 * Takes a comment out of everybody's sight but its author's and the admins'; one that waits to be looked at waits no
 * longer.
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
 * Shows everybody a comment that was hidden.
 * @returns whether it was
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

/** Takes a hidden comment from where it lies apart; undefined where there is none. */
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
 * Shows everybody a comment that was held.
 * @throws Refusal `not_found`
 */
export async function releaseComment(
  db: Database,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const { print: _, hiddenAt: __, ...comment } = await takeOut(tx, id);
    await tx.insert(comments).overridingSystemValue().values(comment);
    await trustAuthor(tx, comment.userId, now);
    await record(tx, viewer, 'comment.release', id, changeOf(comment), now);
  });
}

/**
 * Deletes a comment that nobody has seen. What it said is not kept.
 * @throws Refusal `not_found`
 */
export async function removeHeldComment(
  db: Database,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const comment = await takeOut(tx, id);
    await record(tx, viewer, 'comment.delete', id, changeOf(comment), now);
  });
}

/** The audit log stores none of the comment's text. */
const changeOf = ({ eventId, userId }: { eventId: number; userId: string }) => ({
  before: { eventId, authorId: userId, held: true },
  after: null,
});
