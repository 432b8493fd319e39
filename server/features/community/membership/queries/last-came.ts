import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { UserId } from '#contract/platform/values.ts';
import { users } from '#features/base/accounts/tables.ts';
import type { Reader } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import { CursorId, cursorOf, CursorTime, cutPage } from '#platform/http/cursor.ts';
import { lastCame } from '../steps.ts';
import { memberships } from '../tables.ts';
import {
  idColumn,
  managedColumns,
  managedPart,
  nameKey,
  orderOf,
  orders,
  selectManaged,
  type KeyFacts,
  type ManagedQuery,
  type Part,
} from './managed.ts';

const startTime = sql<Date>`last_came.start_time`.mapWith(memberships.createdAt);
const eventId = sql<number>`last_came.event_id`;

const cameKey = z.tuple([CursorTime, CursorId, UserId]);
const latestFirst = orderOf(
  [[startTime, 'timestamptz'], [eventId, 'int'], idColumn],
  cameKey,
  (row: KeyFacts & { startTime: Date; eventId: number }) => [
    row.startTime.getTime(),
    row.eventId,
    row.userId,
  ],
  true,
);

/** Read anew for each statement, since the events feature registers the table at the start. */
const others = () => ({
  name: 'others',
  condition: sql`not exists (
    select from ${lastCame.read()} where last_came.user_id = ${memberships.userId})`,
});

const cursorOfBoth = cursorOf(z.union([cameKey, nameKey]));

/**
 * Reads a page of approved members: those of whom it is recorded that they came, the latest first,
 * then all others by name. Nothing in a row says which of them it is.
 */
export async function membersByLastCame(
  db: Reader,
  groupId: number,
  query: ManagedQuery,
  now: Date,
) {
  const after = cursorOfBoth.decode(query.cursor);
  const inOthers = after?.length === 2;
  const more = query.limit + 1;
  const came = inOthers ? [] : await selectCame(db, groupId, { query, after, limit: more }, now);
  const left = more - came.length;
  const rest = { query, after: inOthers ? after : undefined, limit: left, only: others() };
  const byName = left > 0 ? await selectManaged(db, groupId, { ...rest, sort: 'name' }, now) : [];
  const rows = [
    ...came.map(({ startTime: at, eventId: to, foldedName, ...row }) => ({
      row,
      cursor: () => latestFirst.encode({ ...row, foldedName, startTime: at, eventId: to }),
    })),
    ...byName.map(({ foldedName, ...row }) => ({
      row,
      cursor: () => orders.name.encode({ ...row, foldedName }),
    })),
  ];
  const { items, next } = cutPage(rows, query.limit, (last) => last.cursor());
  return { items: items.map(({ row }) => row), next };
}

function selectCame(db: Reader, groupId: number, part: Part, now: Date) {
  const { name, isListed, values } = managedPart(groupId, { ...part, name: 'came' }, now);
  return statement(db, name, (sqlDb) =>
    sqlDb
      .select({ ...managedColumns, foldedName: memberships.foldedName, startTime, eventId })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .innerJoin(lastCame.read(), sql`last_came.user_id = ${memberships.userId}`)
      .where(and(isListed, part.after && latestFirst.isAfter))
      .orderBy(...latestFirst.by)
      .limit(sql.placeholder('limit')),
  ).execute(values);
}
