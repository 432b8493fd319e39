import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Role } from '#contract/base/accounts.ts';
import { day } from '#contract/platform/durations.ts';
import type { Comment, CommentOrder } from '#contract/events/comments.ts';
import { publicColumns } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { canSeeEverybody } from '#features/trust/blocks/policy.ts';
import { isNotBlocked } from '#features/trust/blocks/queries.ts';
import { isOwnRepeat, canPurge, type OwnText } from '#features/trust/moderation/policy.ts';
import { copiesSince } from '#features/trust/moderation/queries.ts';
import { events } from '#features/events/events/tables.ts';
import { listLimit } from '#contract/platform/limits.ts';
import type { Config } from '#platform/config.ts';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { boundParam, statement } from '#platform/db/fast/statements.ts';
import {
  deleteCommentRefusal,
  reviewCommentRefusal,
  reviewCommentsRefusal,
} from '#features/events/events/policy/comment.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { cursorOf, cutPage, TimeAndId } from '#platform/http/cursor.ts';
import type { Viewer } from '#platform/viewer.ts';
import { heldComments, comments } from './tables.ts';
import { commentQuota, type MeasuredQuota } from '#features/base/quotas/policy.ts';
import { countsOf } from '#features/base/quotas/queries.ts';

const commentCursor = cursorOf(TimeAndId);

const selectComments = (db: Reader) =>
  db
    .select({
      id: comments.id,
      userId: comments.userId,
      content: comments.content,
      createdAt: comments.createdAt,
      author: publicColumns,
      authorRole: users.role,
    })
    .from(comments)
    .leftJoin(users, eq(users.id, comments.userId));

type CommentRow = Omit<Awaited<ReturnType<typeof selectComments>>[number], 'authorRole'> & {
  authorRole?: Role | null;
  held?: boolean;
  hidden?: boolean;
};

export const toComment = (
  { held, hidden, authorRole, ...row }: CommentRow,
  viewer: Viewer,
  event: EventFacts,
): Comment => ({
  ...row,
  ...(held && { held }),
  ...(hidden && { hidden }),
  createdAt: row.createdAt.toISOString(),
  can: {
    delete: deleteCommentRefusal(viewer, event, row) === null,
    ...(held && reviewCommentRefusal(viewer, event, row) === null && { review: true }),
    ...(canPurge(viewer, authorOf(row.userId, authorRole)) && { cleanUp: true }),
  },
});

/** Null for the viewer's own comments and those of deleted accounts. */
const authorOf = (id: string | null, role: Role | null | undefined) =>
  id !== null && role ? { id, role } : null;

const commentPosition = sql`(${comments.createdAt}, ${comments.id})`;
const cursorPosition = sql`(${sql.placeholder('afterTime')}::timestamptz, ${sql.placeholder('afterId')}::int)`;
const byTime = {
  oldest: {
    isAfter: sql`${commentPosition} > ${cursorPosition}`,
    order: [comments.createdAt, comments.id],
  },
  newest: {
    isAfter: sql`${commentPosition} < ${cursorPosition}`,
    order: [desc(comments.createdAt), desc(comments.id)],
  },
};

/** Filters out authors with a block in the query, so pages stay full. */
const isNotBlockedWithAuthor = isNotBlocked(sql`coalesce(${comments.userId}, '')`);

/** Lists an event's comments; the newest page also has those that not everybody sees. */
export async function commentsOn(
  db: Reader,
  viewer: Viewer,
  event: EventFacts & { id: number },
  { order, ...paging }: { order: CommentOrder; limit: number; cursor?: string | undefined },
) {
  const after = commentCursor.decode(paging.cursor);
  const all = canSeeEverybody(viewer);
  const shape = `${order}${after ? '_after' : ''}${all ? '_all' : ''}`;
  const list = statement(db, `comments_on_event_${shape}`, (sqlDb) =>
    selectComments(sqlDb)
      .where(
        and(
          eq(comments.eventId, boundParam('event', 'int')),
          after && byTime[order].isAfter,
          all ? undefined : isNotBlockedWithAuthor,
        ),
      )
      .orderBy(...byTime[order].order)
      .limit(sql.placeholder('limit')),
  );
  const mayHaveNewest = order === 'oldest' || !after;
  const [rows, apart] = await Promise.all([
    list.execute({
      event: event.id,
      viewer: viewer.id,
      afterTime: after?.[0],
      afterId: after?.[1],
      limit: paging.limit + 1,
    }),
    mayHaveNewest ? blockedWith(db, viewer, event) : [],
  ]);
  const { items, next } = cutPage(rows, paging.limit, (last) =>
    commentCursor.encode([last.createdAt.getTime(), last.id]),
  );
  const own = order === 'newest' || !next ? apart : [];
  const rowsShown = order === 'newest' ? [...own.toReversed(), ...items] : [...items, ...own];
  return { items: rowsShown.map((row) => toComment(row, viewer, event)), next };
}

/** Locks and returns a comment of this event. */
export async function lockComment(tx: Transaction, eventId: number, commentId: number) {
  const [comment] = await tx
    .select({ userId: comments.userId })
    .from(comments)
    .where(and(eq(comments.id, commentId), eq(comments.eventId, eventId)))
    .for('update');
  return comment;
}

/** Counts the comments of the last 24 hours, pending ones included. */
export async function commentQuotaOf(
  db: Reader,
  viewer: Viewer,
  config: Config,
  now: Date,
): Promise<MeasuredQuota> {
  const since = new Date(now.getTime() - day).toISOString();
  const counts = {
    comments: sql`
      (select count(*) from ${comments} where user_id = ${viewer.id} and created_at > ${since}) +
      (select count(*) from ${heldComments} where user_id = ${viewer.id} and created_at > ${since})`,
  };
  const { isNew, used } = await countsOf(db, viewer, counts, now);
  return commentQuota(config.quotas, isNew, used.comments);
}

/** Locks the event of a comment, as every deletion of an event with its comments does. */
export const lockEventOfComment = (
  tx: Transaction,
  table: typeof comments | typeof heldComments,
  id: number,
) =>
  tx.execute(sql`select from ${events}
    where id = (select event_id from ${table} where id = ${id}) for key share`);

/** The number of earlier texts that a new one is compared with. */
const textsCompared = 30;

/** Tells whether the author has posted the same text several times. */
export async function isRepeatedComment(
  db: Reader,
  viewer: Viewer,
  comment: OwnText,
  now: Date,
): Promise<boolean> {
  const select = (table: typeof comments | typeof heldComments, name: string) =>
    statement(db, name, (sqlDb) =>
      sqlDb
        .select({ placeId: table.eventId, text: table.content })
        .from(table)
        .where(
          and(
            eq(table.userId, sql.placeholder('viewer')),
            gt(table.createdAt, sql`${sql.placeholder('since')}::timestamptz`),
          ),
        )
        .orderBy(desc(table.createdAt))
        .limit(textsCompared),
    ).execute({ viewer: viewer.id, since: copiesSince(now) });
  const [shown, pending] = await Promise.all([
    select(comments, 'own_recent_comments'),
    select(heldComments, 'own_recent_held_comments'),
  ]);
  return isOwnRepeat(comment, [...shown, ...pending]);
}

/**
 * Lists an event's comments that not everybody sees: the viewer's own, pending ones for reviewers,
 * and hidden ones for admins.
 */
async function blockedWith(
  db: Reader,
  viewer: Viewer,
  event: EventFacts & { id: number },
): Promise<CommentRow[]> {
  const reviews = reviewCommentsRefusal(viewer, event) === null;
  const reader = viewer.role === 'admin' ? 'admin' : reviews ? 'organiser' : 'own';
  const own = eq(heldComments.userId, sql.placeholder('viewer'));
  const shown = {
    own,
    organiser: or(own, and(isNull(heldComments.hiddenAt), isNotBlocked(heldComments.userId))),
    admin: undefined,
  };
  const apart = statement(db, `comments_apart_${reader}`, (sqlDb) =>
    sqlDb
      .select({
        id: heldComments.id,
        userId: heldComments.userId,
        content: heldComments.content,
        createdAt: heldComments.createdAt,
        hiddenAt: heldComments.hiddenAt,
        author: publicColumns,
        authorRole: users.role,
      })
      .from(heldComments)
      .innerJoin(users, eq(users.id, heldComments.userId))
      .where(and(eq(heldComments.eventId, sql.placeholder('event')), shown[reader]))
      .orderBy(heldComments.createdAt, heldComments.id)
      .limit(listLimit),
  );
  const found = await apart.execute({ event: event.id, viewer: viewer.id });
  return found.map(({ hiddenAt, ...row }) => ({
    ...row,
    ...(hiddenAt ? { hidden: true } : { held: true }),
  }));
}

/** Locks and returns a pending or hidden comment of this event that the viewer sees. */
export async function lockHeldComment(
  tx: Transaction,
  viewer: Viewer,
  eventId: number,
  id: number,
) {
  const [comment] = await tx
    .select()
    .from(heldComments)
    .where(
      and(
        eq(heldComments.id, id),
        eq(heldComments.eventId, eventId),
        canSeeEverybody(viewer)
          ? undefined
          : isNotBlocked(heldComments.userId, sql`${viewer.id}::text`),
      ),
    )
    .for('update');
  return comment;
}
