import { getTableColumns, is, sql, SQL } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '#platform/db/database.ts';
import { childPlaces } from '#features/events/attendance/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { childAdults } from '#features/events/household/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { renumberDates } from '#features/events/series/mutations/lock.ts';
import { series } from '#features/events/series/tables.ts';
import { oneOf } from '../queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { removedRows } from '../tables.ts';
import { recountEvents, recountGroups, removable, type Kind } from './remove.ts';

/**
 * Locks the groups, series, events and members that removed rows belong to, in the usual order of
 * locks, so none is deleted before the rows are back.
 */
export async function lockParents(tx: Transaction, userId: string): Promise<void> {
  const idsOf = (column: 'group_id' | 'series_id' | 'event_id') => sql`
    select (content ->> ${column})::int from ${removedRows} where cleanup_id = ${userId}`;
  await tx.execute(sql`
    select id from ${groups} where id in (${idsOf('group_id')}) order by id for no key update`);
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from ${series} where id in (${idsOf('series_id')}) order by id for no key update`);
  const seriesIds = rows.map(({ id }) => id);
  await tx.execute(sql`
    select id from ${events} where id in (${idsOf('event_id')}) or series_id = ${oneOf(seriesIds)}
    order by id for no key update`);
  await tx.execute(sql`
    select id from ${users} where id in (
      select member_id from ${removedRows} where cleanup_id = ${userId} union all
      select creator_id from ${removedRows} where cleanup_id = ${userId})
    order by id for key share`);
}

/** Rows that only belong to another, which is counted. */
export const uncountedKinds: Kind[] = ['series', 'child_place', 'guest_link'];

/**
 * Restores the rows whose parents still exist, and counts them.
 * @returns how many rows were restored
 */
export async function restoreRows(tx: Transaction, userId: string, now: Date): Promise<number> {
  const only: Partial<Record<Kind, SQL>> = {
    // The RSVPs of guests and of those added by hand are of events that come back as they were.
    rsvp: sql`(each.kind <> 'member' or ${stillGoes(now)} and ${fitsCapacity} and ${childrenStillFree(userId)})`,
  };
  const set: Partial<Record<Kind, SQL>> = {
    group: ownedBy(userId),
    event: sql`'{"attendee_count": 0, "places_taken": 0}'::jsonb || ${closedToGuests}`,
    message: unlessWaiting,
  };
  let restored = 0;
  for (const [kind, table] of removable) {
    const changes = { where: only[kind] ?? sql`true`, set: set[kind] ?? sql`'{}'::jsonb` };
    const rows = await restoreTable(tx, userId, [kind, table], changes);
    if (!uncountedKinds.includes(kind)) restored += rows;
  }
  await renumberDates(tx, await seriesOfDates(tx, userId));
  await recountGroups(tx, sql`cleanup_id = ${userId}`);
  await recountEvents(tx, await eventsOfRsvps(tx, userId));
  await makeOwnerAgain(tx, userId);
  return restored;
}

/** A group may have become one for under 18s since: its events are for members. */
const closedToGuests = sql`(case when exists (
    select from ${groups} place
    where place.id = (content ->> 'group_id')::int and place.audience = 'under18')
  then '{"open_to": "members"}' else '{}' end)::jsonb`;

async function seriesOfDates(tx: Transaction, userId: string): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select distinct (content ->> 'series_id')::int as id from ${removedRows}
    where cleanup_id = ${userId} and kind = 'event' and content ->> 'series_id' is not null`);
  return rows.map(({ id }) => id);
}

async function eventsOfRsvps(tx: Transaction, userId: string): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select distinct (content ->> 'event_id')::int as id from ${removedRows}
    where cleanup_id = ${userId} and kind = 'rsvp'`);
  return rows.map(({ id }) => id);
}

/** If a group's owner has left the site since, the new owner that the purge chose gets it. */
const ownedBy = (userId: string) =>
  sql`jsonb_build_object('created_by_id', coalesce(creator_id, ${userId}))`;

/** Unsent messages are marked as undone, so none goes out unexpectedly a day later. */
const unlessWaiting = sql`(case when content ->> 'state' = 'waiting' then '{"state": "undone"}' else '{}' end)::jsonb`;

/** Members who left a group since have withdrawn from its upcoming events. */
const stillGoes = (now: Date) => sql`exists (
  select from ${events} event where event.id = each.event_id and (event.end_time <= ${now} or exists (
    select from ${memberships} member
    where member.group_id = event.group_id and member.user_id = each.user_id)))`;

/**
 * Others may have taken their places since; a restored event has room for everyone who attended.
 */
const fitsCapacity = sql`not exists (
  select from ${events} event where event.id = each.event_id
    and event.places_taken + each.self::int + each.children + each.companions > event.capacity)`;

/** Another adult may have answered for a child since, or the member no longer answers for it. */
const childrenStillFree = (userId: string) => sql`not exists (
  select from ${removedRows} place
  where place.cleanup_id = ${userId} and place.kind = 'child_place'
    and (place.content ->> 'rsvp_id')::int = each.id and (not exists (
      select from ${childAdults} adult
      where adult.child_id = (place.content ->> 'child_id')::int and adult.user_id = each.user_id)
    or exists (
      select from ${childPlaces} taken
      where taken.event_id = each.event_id and taken.child_id = (place.content ->> 'child_id')::int)))`;

/** Stores the rows again with today's columns: an upgrade may have added or removed some. */
async function restoreTable(
  tx: Transaction,
  userId: string,
  [kind, table]: (typeof removable)[number],
  { where, set }: { where: SQL; set: SQL },
): Promise<number> {
  const columns = sql.join(
    Object.values(getTableColumns(table)).map((column) => sql.identifier(nameOf(column))),
    sql`, `,
  );
  const owner = sql`jsonb_build_object('user_id', member_id, 'created_by_id', creator_id,
    'sent_by_id', creator_id, 'added_by_id', creator_id)`;
  const row = sql`${defaultsOf(table)} || content || ${owner} || ${set}`;
  const { rows } = await tx.execute<{ rows: number }>(sql`
    with back as (
      insert into ${table} (${columns}) overriding system value
      select ${columns} from (
        select each.* from ${removedRows} removed, jsonb_populate_record(null::${table}, ${row}) each
        where removed.cleanup_id = ${userId} and removed.kind = ${kind}) each
      where ${parentsExist(table)} and ${where}
      on conflict do nothing returning 1)
    select count(*)::int as rows from back`);
  return rows[0]?.rows ?? 0;
}

const nameOf = (column: PgColumn) => toSnakeCase(column.name);

/** Returns the defaults of a table's columns. */
const defaultsOf = (table: PgTable): SQL => {
  const values = Object.values(getTableColumns(table)).flatMap((column) => {
    const { default: value } = column;
    if (value === undefined) return [];
    const written = is(value, SQL) ? value : sql.param(value);
    return [sql`${nameOf(column)}::text, ${written}::${sql.raw(column.getSQLType())}`];
  });
  return sql`jsonb_build_object(${sql.join(values, sql`, `)})`;
};

const parentsExist = (table: PgTable): SQL => {
  const keys = getTableConfig(table).foreignKeys.flatMap(({ reference }) => {
    const { columns, foreignTable, foreignColumns } = reference();
    return columns.map((column, at) => {
      const [own, other] = [column, foreignColumns[at]!].map((each) =>
        sql.identifier(nameOf(each)),
      );
      return sql`(each.${own} is null or exists (
        select from ${foreignTable} parent where parent.${other} = each.${own}))`;
    });
  });
  return sql.join(keys, sql` and `);
};

/** Gives a group back unless anybody but the owner chosen by the purge has owned it since. */
async function makeOwnerAgain(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    update ${groups} set created_by_id = ${userId}
    from ${removedRows} removed
    where removed.cleanup_id = ${userId} and removed.kind = 'heir'
      and ${groups.id} = (removed.content ->> 'group_id')::int
      and ${groups.createdById} = removed.member_id
      and exists (select from ${memberships} own
        where own.group_id = ${groups.id} and own.user_id = ${userId} and own.is_organizer)`);
}
