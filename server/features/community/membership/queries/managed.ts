import { and, asc, desc, eq, gte, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { listMembers, Membership } from '#contract/community/membership.ts';
import { csvFile } from '#contract/platform/csv.ts';
import { dateOf } from '#contract/platform/days.ts';
import { day } from '#contract/platform/durations.ts';
import { newMemberDays } from '#contract/platform/limits.ts';
import { UserId } from '#contract/platform/values.ts';
import { publicColumns } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import type { Reader } from '#platform/db/database.ts';
import { boundParam, statement } from '#platform/db/fast/statements.ts';
import { wordParam, wordValues } from '#platform/db/search.ts';
import { wordPatterns } from '#platform/db/words.ts';
import { cursorOf, CursorTime, cutPage } from '#platform/http/cursor.ts';
import { memberships } from '../tables.ts';
import { membershipColumns } from './membership.ts';

/**
 * Selects the first letter of the last name where another member of the group has the same first
 * name.
 */
const lastInitial = sql<string | null>`case when exists (select from ${memberships} other
  where other.group_id = ${memberships.groupId} and other.status = 'approved'
    and other.folded_name = ${memberships.foldedName} and other.user_id <> ${memberships.userId})
  then nullif(upper(left(${users.lastName}, 1)), '') end`;

/** The columns of a member for those who manage members. */
export const managedColumns = {
  userId: memberships.userId,
  ...membershipColumns,
  createdAt: memberships.createdAt,
  ...publicColumns,
  answer: memberships.answer,
  lastInitial,
};

/** Orders organisers first, then by how long they have been members; uses an index. */
export const notOrganizer = sql`(not ${memberships.isOrganizer})`;

export interface KeyFacts extends Pick<Membership, 'isOrganizer'> {
  createdAt: Date;
  foldedName: string;
  userId: string;
}

type KeyColumn = readonly [column: SQL, type: Parameters<typeof boundParam>[1]];

/** An order of the list, which an index has, with its cursor. */
export function orderOf<Key extends [unknown, ...unknown[]], Row extends KeyFacts = KeyFacts>(
  columns: KeyColumn[],
  key: z.ZodType<unknown[], Key>,
  keyOf: (row: Row) => Key,
  descending = false,
) {
  const cursor = cursorOf(key);
  const position = sql.join(
    columns.map(([column]) => column),
    sql`, `,
  );
  const after = sql.join(
    columns.map(([, type], index) => boundParam(`after${index}`, type)),
    sql`, `,
  );
  return {
    by: columns.map(([column]) => (descending ? desc(column) : asc(column))),
    isAfter: descending ? sql`(${position}) < (${after})` : sql`(${position}) > (${after})`,
    decode: (text: string | undefined) => cursor.decode(text),
    encode: (row: Row) => cursor.encode(keyOf(row)),
  };
}

const joinedColumn = [sql`${memberships.createdAt}`, 'timestamptz'] as const;
export const idColumn = [sql`${memberships.userId}`, 'text'] as const;

export const nameKey = z.tuple([z.string(), UserId]);

export const orders = {
  role: orderOf(
    [[notOrganizer, 'boolean'], joinedColumn, idColumn],
    z.tuple([z.boolean(), CursorTime, UserId]),
    ({ isOrganizer, createdAt, userId }) => [!isOrganizer, createdAt.getTime(), userId],
  ),
  joined: orderOf(
    [joinedColumn, idColumn],
    z.tuple([CursorTime, UserId]),
    ({ createdAt, userId }) => [createdAt.getTime(), userId],
    true,
  ),
  name: orderOf(
    [[sql`${memberships.foldedName}`, 'text'], idColumn],
    nameKey,
    ({ foldedName, userId }) => [foldedName, userId],
  ),
};

const filters = {
  organisers: sql`${memberships.isOrganizer}`,
  new: gte(memberships.createdAt, boundParam('since', 'timestamptz')),
};

export type ManagedQuery = z.output<(typeof listMembers)['query']>;

/** A part of the list, from the row after a key. */
export interface Part {
  query: Pick<ManagedQuery, 'q' | 'filter'>;
  after: unknown[] | undefined;
  limit: number;
}

/** The name of a part's statement, its condition but for the key, and its values. */
export function managedPart(
  groupId: number,
  { name, query: { q, filter }, after, limit }: Part & { name: string },
  now: Date,
) {
  const words = wordPatterns(q ?? '');
  const shape = [name, filter, after && 'after', words.length].filter(Boolean);
  return {
    name: `members_managed_${shape.join('_')}`,
    isListed: and(
      eq(memberships.groupId, boundParam('group', 'int')),
      sql`${memberships.status} = 'approved'`,
      filter && filters[filter],
      ...words.map((_, index) => sql`${memberships.foldedName} ~ ${wordParam('word', index)}`),
    ),
    values: {
      group: groupId,
      since: new Date(now.getTime() - newMemberDays * day),
      ...wordValues('word', words),
      ...Object.fromEntries(after?.map((value, index) => [`after${index}`, value]) ?? []),
      limit,
    },
  };
}

/** Reads a part of the list in an order; a further condition needs a name. */
export function selectManaged(
  db: Reader,
  groupId: number,
  part: Part & { sort: keyof typeof orders; only?: { name: string; condition: SQL } },
  now: Date,
) {
  const { sort, only, after } = part;
  const order = orders[sort];
  const { name, isListed, values } = managedPart(
    groupId,
    { ...part, name: only?.name ?? sort },
    now,
  );
  return statement(db, name, (sqlDb) =>
    sqlDb
      .select({ ...managedColumns, foldedName: memberships.foldedName })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(and(isListed, only?.condition, after && order.isAfter))
      .orderBy(...order.by)
      .limit(sql.placeholder('limit')),
  ).execute(values);
}

/** Reads a page of approved members for those who manage them. */
export async function managedMembers(
  db: Reader,
  groupId: number,
  { sort, ...query }: Omit<ManagedQuery, 'sort'> & { sort: keyof typeof orders },
  now: Date,
) {
  const order = orders[sort];
  const part = { sort, query, after: order.decode(query.cursor), limit: query.limit + 1 };
  const rows = await selectManaged(db, groupId, part, now);
  const { items, next } = cutPage(rows, query.limit, order.encode);
  return { items: items.map(({ foldedName: _, ...row }) => row), next };
}

/** Writes all members of a group as CSV, in the order of the list. */
export async function memberFileOf(db: Reader, groupId: number): Promise<string> {
  const rows = await db
    .select(managedColumns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.groupId, groupId), eq(memberships.status, 'approved')))
    .orderBy(...orders.role.by);
  return csvFile([
    ['First name', 'Last initial', 'Role', 'Joined'],
    ...rows.map(({ firstName, lastInitial: initial, isOrganizer, createdAt }) => [
      firstName,
      initial ?? '',
      isOrganizer ? 'Organiser' : 'Member',
      dateOf(createdAt),
    ]),
  ]);
}
