import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { fullName } from '#contract/base/names.ts';
import type { AuditEntry, listAudit } from '#contract/base/audit.ts';
import { londonZone } from '#contract/platform/dates.ts';
import { tidyEmail } from '#contract/platform/email-address.ts';
import { systemActor } from '#contract/platform/limits.ts';
import { users } from '#features/base/accounts/tables.ts';
import { auditLog } from './tables.ts';
import type { Reader } from '#platform/db/database.ts';
import { cursorOf, cutPage, TimeAndId } from '#platform/http/cursor.ts';

type Filters = z.output<(typeof listAudit)['query']>;

const newestFirst = cursorOf(TimeAndId);

/** The moment at which a day begins in London. */
const dayStart = (day: string, daysOn = 0) =>
  sql`((${day}::date + ${daysOn}::int)::timestamp at time zone ${londonZone})`;

const filterConditions = ({
  actor,
  action,
  targetType,
  targetId,
  from,
  to,
}: Filters): (SQL | undefined)[] => [
  actor === undefined ? undefined : byActor(actor),
  action === undefined ? undefined : eq(auditLog.action, action),
  targetType === undefined ? undefined : eq(auditLog.targetType, targetType),
  targetId === undefined ? undefined : eq(auditLog.targetId, targetId),
  from === undefined ? undefined : sql`${auditLog.createdAt} >= ${dayStart(from)}`,
  to === undefined ? undefined : sql`${auditLog.createdAt} < ${dayStart(to, 1)}`,
];

const byActor = (actor: string) =>
  actor.includes('@')
    ? sql`${auditLog.actorId} = (select ${users.id} from ${users} where ${users.email} = ${tidyEmail(actor)})`
    : eq(auditLog.actorId, actor);

/**
 * Lists entries newest first. It cuts the page before it joins names, so every page costs the same.
 */
export async function findEntries(db: Reader, query: Filters) {
  const after = newestFirst.decode(query.cursor);
  const rows = await db
    .select()
    .from(auditLog)
    .where(
      and(
        ...filterConditions(query),
        after &&
          sql`(${auditLog.createdAt}, ${auditLog.id}) < (${after[0].toISOString()}::timestamptz, ${after[1]})`,
      ),
    )
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(query.limit + 1);
  const { items, next } = cutPage(rows, query.limit, (last) =>
    newestFirst.encode([last.createdAt.getTime(), last.id]),
  );
  const people = items.flatMap(({ actorId, targetType, targetId }) =>
    targetType === 'user' ? [actorId, targetId] : [actorId],
  );
  const peopleById = await peopleOf(db, [...new Set(people)]);
  return { next, items: items.map((row) => toEntry(row, peopleById)) };
}

type People = Map<string, { name: string; email: string }>;

async function peopleOf(db: Reader, ids: string[]): Promise<People> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
    })
    .from(users)
    .where(inArray(users.id, ids));
  return new Map(rows.map(({ id, email, ...name }) => [id, { name: fullName(name), email }]));
}

const toEntry = (row: typeof auditLog.$inferSelect, people: People): AuditEntry => ({
  id: row.id,
  action: row.action,
  actor: { id: row.actorId, name: null, email: null, ...people.get(row.actorId) },
  target: {
    type: row.targetType,
    id: row.targetId,
    name: (row.targetType === 'user' && people.get(row.targetId)?.name) || null,
  },
  before: row.before,
  after: row.after,
  createdAt: row.createdAt.toISOString(),
});

/** The most values offered as a filter. */
const maxChoices = 200;

/**
 * Lists each value of an indexed column once, by one index step per value, however many rows there
 * are.
 */
async function distinctValues(db: Reader, column: PgColumn): Promise<string[]> {
  const { rows } = await db.execute<{ value: string }>(sql`
    with recursive found as (
      (select ${column} as value from ${auditLog} order by ${column} limit 1)
      union all
      select (select ${column} from ${auditLog} where ${column} > found.value order by ${column} limit 1)
      from found where found.value is not null
    )
    select value from found where value is not null limit ${maxChoices}`);
  return rows.map(({ value }) => value);
}

export async function filterChoices(db: Reader) {
  const ids = await distinctValues(db, auditLog.actorId);
  const [actions, targetTypes, actors] = [
    await distinctValues(db, auditLog.action),
    await distinctValues(db, auditLog.targetType),
    await peopleOf(db, ids),
  ];
  return {
    actions,
    targetTypes,
    actors: ids
      .map((id) => ({ id, name: id === systemActor ? null : (actors.get(id)?.name ?? null) }))
      .toSorted((one, other) => (one.name ?? '').localeCompare(other.name ?? '', 'en-GB')),
  };
}
