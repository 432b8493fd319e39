import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { Comment } from '#contract/events/comments.ts';
import type { QuotaNotice } from '#contract/platform/quotas.ts';
import { lockAccount } from '#features/base/accounts/mutations.ts';
import { profileRefusal } from '#features/base/accounts/policy.ts';
import { record, recordAsAdmin } from '#features/base/audit/mutations.ts';
import type { Config } from '#platform/config.ts';
import { once, type Attempt } from '#platform/idempotency/once.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import {
  deleteCommentRefusal,
  reviewCommentRefusal,
  reviewCommentsRefusal,
  writeCommentRefusal,
} from '#features/events/events/policy/comment.ts';
import { seeEventRefusal, type EventFacts } from '#features/events/events/policy/event.ts';
import { lockEventFacts, requireEvent } from '#features/events/events/queries/event.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Actor, Viewer } from '#platform/viewer.ts';
import { recordText, limitNewMemberLinks } from '#features/trust/moderation/mutations.ts';
import { decideInTransaction } from '#features/events/pending-review/mutations.ts';
import { isRepeated } from '#features/trust/moderation/policy.ts';
import { needsContactReview } from '#features/community/membership/queries/trust.ts';
import { heldComments, comments } from './tables.ts';
import { lockQuota } from '#features/base/quotas/mutations.ts';
import { withAddedUsage, quotaNotice, quotaRefusal } from '#features/base/quotas/policy.ts';
import {
  commentQuotaOf,
  isRepeatedComment,
  lockHeldComment,
  lockComment,
  lockEventOfComment,
  toComment,
} from './queries.ts';

/**
 * Posts a comment; one that repeats earlier ones waits for review.
 * @throws Refusal `not_found`, `not_a_member`, `profile_incomplete`, `quota`, `too_many_requests`,
 * `suspended`
 */
export async function postComment(
  db: Database,
  viewer: Viewer,
  eventId: number,
  { content, attempt }: { content: CleanText; attempt: Attempt | undefined },
  config: Config,
  now: Date,
): Promise<Comment> {
  return transaction(db, async (tx) => {
    const event = await lockEventFacts(tx, viewer, eventId);
    demand(writeCommentRefusal(viewer, event));
    demand(profileRefusal(viewer, 'join the discussion'));
    // A purge waits for locks on the author's membership. An admin without a membership locks their
    // account instead.
    if (!event.membership) await lockAccount(tx, viewer);
    const { createdAt, quota, ...posted } = await once(tx, attempt, now, () =>
      addComment(tx, viewer, { ...event, id: eventId }, content, config, now),
    );
    const { id: userId, firstName, profileImageUrl } = viewer;
    const comment = { ...posted, userId, content, createdAt: new Date(createdAt) };
    const shown = toComment({ ...comment, author: { firstName, profileImageUrl } }, viewer, event);
    return { ...shown, ...(quota && { quota }) };
  });
}

/** The facts that identify a repeated comment, beside its text. */
interface PostedComment {
  id: number;
  held: boolean;
  /** In milliseconds. */
  createdAt: number;
  quota?: QuotaNotice;
}

async function addComment(
  tx: Transaction,
  viewer: Viewer,
  event: EventFacts & { id: number },
  content: CleanText,
  config: Config,
  now: Date,
): Promise<PostedComment> {
  const quota = await requireCommentQuota(tx, viewer, config, now);
  await limitNewMemberLinks(tx, viewer, content, config, now);
  const { print, copies } = await recordText(tx, viewer, 'comment', content, config, now);
  const held = isRepeated(copies) || (await needsReview(tx, viewer, event, content, config, now));
  const eventId = event.id;
  const id = held
    ? await insertPendingComment(tx, viewer, eventId, content, print, now)
    : await insertComment(tx, { eventId, userId: viewer.id, content, createdAt: now });
  return { id, held, createdAt: now.getTime(), ...(quota && { quota }) };
}

/** Organisers' comments on their own events need no review. */
async function needsReview(
  tx: Transaction,
  viewer: Viewer,
  { id: placeId, membership }: EventFacts & { id: number },
  text: string,
  config: Config,
  now: Date,
): Promise<boolean> {
  if (!config.rateLimits || viewer.role === 'admin' || membership?.isOrganizer) return false;
  return (
    (await needsContactReview(tx, viewer, text, config, now)) ||
    isRepeatedComment(tx, viewer, { placeId, text }, now)
  );
}

async function insertComment(
  tx: Transaction,
  values: typeof comments.$inferInsert,
): Promise<number> {
  const insert = statement(tx, 'comment_added', (sqlTx) =>
    sqlTx
      .insert(comments)
      .values({
        eventId: sql.placeholder('eventId'),
        userId: sql.placeholder('userId'),
        content: sql.placeholder('content'),
        createdAt: sql.placeholder('createdAt'),
      })
      .returning({ id: comments.id }),
  );
  const [comment] = await insert.execute({ ...values });
  if (!comment) throw new Error('an insert returned no row');
  return comment.id;
}

/**
 * Stores a comment for an organiser or an admin to review.
 * @returns its id, which no other comment will have
 */
export async function insertPendingComment(
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
    .values({ id, eventId, userId: viewer.id, content, print: print ?? '', createdAt: now })
    .returning({ id: heldComments.id });
  if (!inserted) throw new Error('an insert returned no row');
  return inserted.id;
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
    demand(reviewCommentsRefusal(viewer, event));
    const comment = await lockHeldComment(tx, viewer, eventId, commentId);
    if (!comment || comment.hiddenAt) throw notFound('Comment');
    demand(reviewCommentRefusal(viewer, event, comment));
    await decideInTransaction(tx, viewer, 'comment', commentId, 'release', now);
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
    const event = await requireEvent(tx, viewer, eventId);
    const comment = await lockComment(tx, eventId, commentId);
    if (
      !comment &&
      (await deleteHeldComment(tx, viewer, { ...event, id: eventId }, commentId, now))
    )
      return;
    if (!comment) throw seeEventRefusal(viewer, event) ?? notFound('Comment');
    demand(deleteCommentRefusal(viewer, event, comment));
    await tx.delete(comments).where(eq(comments.id, commentId));
    const own = comment.userId === viewer.id || (event.membership?.isOrganizer ?? false);
    if (!own) {
      const change = { before: { eventId, authorId: comment.userId }, after: null };
      await recordAsAdmin(tx, viewer, 'comment.delete', commentId, change, now);
    }
  });
}

/**
 * Deletes a comment that not everybody sees: authors may delete their own, reviewers a pending one,
 * and admins a hidden one.
 * @returns whether the viewer could
 */
async function deleteHeldComment(
  tx: Transaction,
  viewer: Viewer,
  event: EventFacts & { id: number },
  id: number,
  now: Date,
): Promise<boolean> {
  const comment = await lockHeldComment(tx, viewer, event.id, id);
  if (!comment) return false;
  const isOwn = comment.userId === viewer.id;
  if (!isOwn && !comment.hiddenAt) {
    if (reviewCommentRefusal(viewer, event, comment)) return false;
    await decideInTransaction(tx, viewer, 'comment', id, 'delete', now);
    return true;
  }
  if (!isOwn && viewer.role !== 'admin') return false;
  await tx.delete(heldComments).where(eq(heldComments.id, id));
  if (!isOwn) {
    const before = { eventId: event.id, authorId: comment.userId };
    await record(tx, viewer, 'comment.delete', id, { before, after: null }, now);
  }
  return true;
}

/**
 * Reserves quota for one more comment until the transaction ends.
 * @returns a warning if little is left
 * @throws Refusal `quota`
 */
async function requireCommentQuota(
  tx: Transaction,
  viewer: Viewer,
  config: Config,
  now: Date,
): Promise<QuotaNotice | undefined> {
  // Pipelined; the count runs after the lock.
  const [, measured] = await Promise.all([
    lockQuota(tx, 'comments', viewer.id),
    commentQuotaOf(tx, viewer, config, now),
  ]);
  demand(quotaRefusal([measured], 1));
  return quotaNotice([withAddedUsage(measured, 1)]);
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
  await lockEventOfComment(tx, comments, id);
  const [shown] = await tx
    .delete(comments)
    .where(and(eq(comments.id, id), isNotNull(comments.userId)))
    .returning();
  if (shown?.userId) {
    const { userId, ...comment } = shown;
    await tx.insert(heldComments).values({ ...comment, userId, print: '', hiddenAt: now });
    const change = { before: ownerOf(shown), after: { hidden: true } } as const;
    await record(tx, actor, 'comment.hide', id, change, now);
    return true;
  }
  const [pending] = await tx
    .update(heldComments)
    .set({ hiddenAt: now })
    .where(and(eq(heldComments.id, id), isNull(heldComments.hiddenAt)))
    .returning();
  if (!pending) return false;
  const change = { before: { ...ownerOf(pending), held: true }, after: { hidden: true } } as const;
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
  const change = { before: ownerOf(comment), after: { hidden: false } } as const;
  await record(tx, actor, 'comment.show', id, change, now);
  return true;
}

/** Takes a hidden comment out of its separate table; undefined if there is none. */
export async function deleteHiddenComment(tx: Transaction, id: number) {
  await lockEventOfComment(tx, heldComments, id);
  const [hidden] = await tx
    .delete(heldComments)
    .where(and(eq(heldComments.id, id), isNotNull(heldComments.hiddenAt)))
    .returning();
  return hidden;
}

const ownerOf = ({ eventId, userId }: { eventId: number; userId: string | null }) => ({
  eventId,
  authorId: userId,
});
