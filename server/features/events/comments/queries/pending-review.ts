import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { fullName } from '#contract/base/names.ts';
import type { PendingComment } from '#contract/events/pending-review.ts';
import { listLimit } from '#contract/platform/limits.ts';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import { cursorOf, cutPage, TimeAndId } from '#platform/http/cursor.ts';
import type { Viewer } from '#platform/viewer.ts';
import { publicColumns } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { seesEverybody } from '#features/trust/blocks/policy.ts';
import { isNotBlocked } from '#features/trust/blocks/queries.ts';
import { isOwnRepeat, mayCleanUp, type OwnText } from '#features/trust/moderation/policy.ts';
import { copiesOf, copiesSince } from '#features/trust/moderation/queries.ts';
import { comments, heldComments } from '../tables.ts';

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
export function hiddenOrPendingComments(
  db: Reader,
  viewer: Viewer,
  eventId: number,
  reviews: boolean,
) {
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
  return apart.execute({ event: eventId, viewer: viewer.id });
}

/** Locks and returns one that the viewer sees. */
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
        seesEverybody(viewer)
          ? undefined
          : isNotBlocked(heldComments.userId, sql`${viewer.id}::text`),
      ),
    )
    .for('update');
  return comment;
}

const queueCursor = cursorOf(TimeAndId);

/** Lists comments that await review, oldest first. */
export async function findPendingComments(
  db: Reader,
  viewer: Viewer,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  now: Date,
) {
  const after = queueCursor.decode(cursor);
  const rows = await db
    .select({
      id: heldComments.id,
      content: heldComments.content,
      userId: heldComments.userId,
      firstName: users.firstName,
      lastName: users.lastName,
      userEmail: users.email,
      role: users.role,
      eventId: heldComments.eventId,
      eventTitle: events.title,
      createdAt: heldComments.createdAt,
      copies: copiesOf(heldComments.print, copiesSince(now), null),
    })
    .from(heldComments)
    .innerJoin(events, eq(events.id, heldComments.eventId))
    .innerJoin(users, eq(users.id, heldComments.userId))
    .where(
      and(
        sql`${heldComments.hiddenAt} is null`,
        after && sql`(${heldComments.createdAt}, ${heldComments.id}) > (${after[0]}, ${after[1]})`,
      ),
    )
    .orderBy(heldComments.createdAt, heldComments.id)
    .limit(limit + 1);
  const { items, next } = cutPage(rows, limit, (last) =>
    queueCursor.encode([last.createdAt.getTime(), last.id]),
  );
  return {
    items: items.map(({ firstName, lastName, role, createdAt, ...comment }): PendingComment => ({
      ...comment,
      can: { cleanUp: mayCleanUp(viewer, { id: comment.userId, role }) },
      userName: fullName({ firstName, lastName }),
      createdAt: createdAt.toISOString(),
    })),
    next,
  };
}
