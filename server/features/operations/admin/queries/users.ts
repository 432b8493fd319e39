import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { AdminUser, adminUsers } from '#contract/operations/admin.ts';
import { UserId } from '#contract/platform/values.ts';
import { users } from '#features/base/accounts/tables.ts';
import { undoUntil } from '#features/safety/purge/policy.ts';
import { purges } from '#features/safety/purge/tables.ts';
import { comments } from '#features/events/comments/tables.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { likePattern, searchSql, textSearch } from '#platform/db/search.ts';
import { boundParam, roundedUp, statement } from '#platform/db/fast/statements.ts';
import { cursorOf, CursorTime, cutPage } from '#platform/http/cursor.ts';
import type { Viewer } from '#platform/viewer.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { lookalikesAmong } from '#features/community/membership/queries/lookalikes.ts';
import { eventIdsOfMember } from '#features/events/attendance/queries/rsvps.ts';
import { twoSteps } from '#features/base/sign-in/tables.ts';
import { accountAbilities } from '../policy.ts';
import { countRows, type Filter } from './parts.ts';

const userCursor = cursorOf(z.tuple([CursorTime, UserId]));

const existsIn = (from: SQL) => sql<boolean>`exists (select from ${from})`;

/** Spelt exactly as in its index. */
const userText = sql`(${users.firstName} || ' ' || coalesce(${users.lastName}, '') || ' ' || ${users.email})`;

const selectUsers = (db: Reader) =>
  db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      location: users.location,
      profileImageUrl: users.profileImageUrl,
      role: users.role,
      isActive: users.isActive,
      suspendedUntil: users.suspendedUntil,
      profileCompleted: users.profileCompleted,
      twoStep: existsIn(sql`${twoSteps} where ${twoSteps.userId} = ${users.id}`),
      createdAt: users.createdAt,
      purgedAt: purges.createdAt,
      groupCount: countRows(sql`${memberships} where ${memberships.userId} = ${users.id}`),
      rsvpCount: countRows(sql`(${eventIdsOfMember(users.id, 'going')}) going`),
      commentCount: countRows(sql`${comments} where ${comments.userId} = ${users.id}`),
    })
    .from(users)
    .leftJoin(purges, eq(purges.userId, users.id));

type UserRow = Awaited<ReturnType<typeof selectUsers>>[number];

async function toUsers(
  db: Reader,
  viewer: Viewer,
  rows: UserRow[],
  now: Date,
): Promise<AdminUser[]> {
  const lookalikes = await lookalikesAmong(db, rows);
  return rows.map(({ purgedAt, suspendedUntil, ...row }) => ({
    ...row,
    suspendedUntil: suspendedUntil?.toISOString() ?? null,
    readsLike: lookalikes.get(row.id) ?? null,
    createdAt: row.createdAt.toISOString(),
    cleanup: purgedAt && {
      at: purgedAt.toISOString(),
      undoUntil: undoUntil(purgedAt).toISOString(),
    },
    can: accountAbilities(viewer, { ...row, purgedAt }, now),
  }));
}

/** Lists accounts, newest first. */
export async function findUsers(
  db: Database,
  viewer: Viewer,
  filter: Filter<typeof adminUsers>,
  now: Date,
) {
  const after = userCursor.decode(filter.cursor);
  const rows = await (filter.q
    ? searchUsers(db, filter.q, filter, after)
    : selectUsers(db)
        .where(
          and(
            filter.role && eq(users.role, filter.role),
            filter.status && isOfStatus(filter.status),
            after && sql`(${users.createdAt}, ${users.id}) < (${after[0]}, ${after[1]})`,
          ),
        )
        .orderBy(...newestUsers)
        .limit(filter.limit + 1));
  const { items, next } = cutPage(rows, filter.limit, (last) =>
    userCursor.encode([last.createdAt.getTime(), last.id]),
  );
  return { items: await toUsers(db, viewer, items, now), next };
}

const newestUsers = [desc(users.createdAt), desc(users.id)];
const isOfStatus = (status: 'active' | 'banned') =>
  status === 'active' ? sql`${users.isActive}` : sql`not ${users.isActive}`;

/** Lists the accounts that match a search, newest first. */
export const usersWithText = (
  q: string,
  limit: number,
  more: { within?: SQL | undefined; match?: SQL | undefined } = {},
) => {
  const { match, found } = textSearch(users, userText, q);
  return searchSql({
    table: users,
    key: [users.createdAt, users.id],
    descending: true,
    within: more.within,
    match: and(match, more.match),
    found,
    limit,
  });
};

function searchUsers(
  db: Database,
  q: string,
  { role, status, limit }: Filter<typeof adminUsers>,
  after: [Date, string] | undefined,
) {
  const size = roundedUp(limit + 1);
  const shape = [
    role,
    status,
    after && 'after',
    textSearch(users, userText, q).found ? 1 : 0,
    size,
  ];
  const isAfter = sql`(${users.createdAt}, ${users.id}) < (${boundParam('afterTime', 'timestamptz')}, ${boundParam('afterId', 'text')})`;
  const list = statement(db, `admin_users_${shape.filter(Boolean).join('_')}`, (sqlDb) => {
    const page = usersWithText(q, size, {
      within: after && isAfter,
      match: and(role && eq(users.role, boundParam('role', 'text')), status && isOfStatus(status)),
    });
    return selectUsers(sqlDb)
      .where(sql`${users.id} in (select id from (${page}) page)`)
      .orderBy(...newestUsers);
  });
  return list.execute({ q: likePattern(q), role, afterTime: after?.[0], afterId: after?.[1] });
}

export async function userOf(
  db: Reader,
  viewer: Viewer,
  id: string,
  now: Date,
): Promise<AdminUser | undefined> {
  const rows = await selectUsers(db).where(eq(users.id, id));
  const [user] = await toUsers(db, viewer, rows, now);
  return user;
}
