import { getTableColumns, getTableName, is, sql, SQL } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '#platform/db/database.ts';
import { childPlaces, guestRsvps, rsvps } from '#features/events/attendance/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { childAdults } from '#features/events/household/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { renumberDates } from '#features/events/series/mutations/lock.ts';
import { series } from '#features/events/series/tables.ts';
import { oneOf } from '../queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { removedRows } from '../tables.ts';
import { removableRows, type Kind } from './remove.ts';

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

/**
 * Restores the rows whose parents still exist, and counts them.
 * @returns how many rows were restored
 */
export async function putRowsBack(tx: Transaction, userId: string, now: Date): Promise<number> {
  const isThere = (table: typeof groups | typeof events | typeof series, column: string) =>
    sql`exists (select from ${table} place where place.id = each.${sql.identifier(column)})`;
  const inEvent = isThere(events, 'event_id');
  const inGroup = isThere(groups, 'group_id');
  const back = [
    await putBack(tx, userId, 'group', {
      where: sql`true`,
      set: ownedBy(userId),
    }),
    await putBack(tx, userId, 'membership', {
      where: inGroup,
      counted: sql`update ${groups} set member_count = member_count + back.rows
        from (select group_id, count(*)::int as rows from each where status = 'approved' group by group_id) back
        where ${groups.id} = back.group_id`,
    }),
    await putEventsBack(tx, userId, inGroup, isThere(series, 'series_id')),
    await putBack(tx, userId, 'rsvp', {
      where: sql`${stillGoes(now)} and ${fits(sql`each.self::int + each.children + each.guests`)} and ${childrenStillFree(userId)}`,
      counted: counting(sql`self::int + children + guests`),
    }),
    await putBack(tx, userId, 'guest_rsvp', {
      where: sql`${inEvent} and ${fits(sql`1 + each.guests`)}`,
      counted: counting(sql`1 + guests`),
    }),
    await putBack(tx, userId, 'added_attendee', {
      where: sql`${inEvent} and ${fits(sql`each.people`)}`,
      counted: counting(sql`people`),
    }),
    await putBack(tx, userId, 'comment', { where: inEvent }),
    await putBack(tx, userId, 'held_comment', { where: inEvent }),
    await putBack(tx, userId, 'message', {
      where: sql`${inGroup} and (each.event_id is null or ${inEvent})`,
      set: unlessWaiting,
    }),
  ];
  await putBack(tx, userId, 'child_place', { where: comesWithRsvp });
  await putBack(tx, userId, 'guest_link', {
    where: sql`exists (select from ${guestRsvps} guest where guest.id = each.guest_id)`,
  });
  await makeOwnerAgain(tx, userId);
  return back.reduce((sum, rows) => sum + rows, 0);
}

/**
 * Also restores the series of these events, which are not counted, because they contain no text by
 * the member.
 */
async function putEventsBack(tx: Transaction, userId: string, inGroup: SQL, inSeries: SQL) {
  await putBack(tx, userId, 'series', { where: inGroup });
  const back = await putBack(tx, userId, 'event', {
    where: sql`${inGroup} and (each.series_id is null or ${inSeries})`,
    set: sql`('{"attendee_count": 0, "places_taken": 0}'::jsonb || ${closedToGuests})`,
  });
  await renumberDates(tx, await seriesOfDates(tx, userId));
  return back;
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

/** If a group's owner has left the site since, the new owner that the purge chose gets it. */
const ownedBy = (userId: string) =>
  sql`jsonb_build_object('member_count', 0, 'created_by_id', coalesce(creator_id, ${userId}))`;

/** Unsent messages are marked as undone, so none goes out unexpectedly a day later. */
const unlessWaiting = sql`(case when content ->> 'state' = 'waiting' then '{"state": "undone"}' else '{}' end)`;

/** Members who left a group since have withdrawn from its upcoming events. */
const stillGoes = (now: Date) => sql`exists (
  select from ${events} event where event.id = each.event_id and (event.end_time <= ${now} or exists (
    select from ${memberships} member
    where member.group_id = event.group_id and member.user_id = each.user_id)))`;

/**
 * Others may have taken their places since; a restored event has room for everyone who attended.
 */
const fits = (places: SQL) => sql`not exists (
  select from ${events} event
  where event.id = each.event_id and event.places_taken + ${places} > event.capacity)`;

/** Another adult may have answered for a child since, or the member no longer answers for it. */
const childrenStillFree = (userId: string) => sql`not exists (
  select from ${removedRows} place
  where place.cleanup_id = ${userId} and place.kind = 'child_place' and place.member_id = each.user_id
    and (place.content ->> 'event_id')::int = each.event_id and (not exists (
      select from ${childAdults} adult
      where adult.child_id = (place.content ->> 'child_id')::int and adult.user_id = each.user_id)
    or exists (
      select from ${childPlaces} taken
      where taken.event_id = each.event_id and taken.child_id = (place.content ->> 'child_id')::int)))`;

const comesWithRsvp = sql`exists (
  select from ${rsvps} entry
  where entry.event_id = each.event_id and entry.user_id = each.user_id and entry.children > 0)`;

/** Counts restored attendees, and the places that each takes. */
const counting = (places: SQL) => sql`
  update ${events} set attendee_count = attendee_count + back.rows,
    places_taken = places_taken + back.places
  from (select event_id, count(*)::int as rows, sum(${places})::int as places from each group by event_id) back
  where ${events.id} = back.event_id`;

interface Return {
  where: SQL;
  /** Further changes to the row. */
  set?: SQL;
  /** Updates a count by the rows in `each`. */
  counted?: SQL;
}

async function putBack(
  tx: Transaction,
  userId: string,
  kind: Kind,
  { where, set, counted }: Return,
): Promise<number> {
  const { table, person } = removableRows[kind];
  const names = await columnsOf(tx, userId, kind);
  if (names.length === 0) return 0;
  const columns = [...names, ...(person === null ? [] : [person])].map((name) =>
    sql.identifier(name),
  );
  const list = sql.join(columns, sql`, `);
  const whose = person === 'user_id' ? sql`member_id` : sql`creator_id`;
  const owner =
    person === null ? sql`'{}'::jsonb` : sql`jsonb_build_object(${person}::text, ${whose})`;
  const row = sql`${defaultsOf(table)} || content || ${owner} || ${set ?? sql`'{}'`}::jsonb`;
  const { rows } = await tx.execute<{ rows: number }>(sql`
    with each as (
      insert into ${table} (${list}) overriding system value
      select ${list} from (
        select each.* from ${removedRows} removed, jsonb_populate_record(null::${table}, ${row}) each
        where removed.cleanup_id = ${userId} and removed.kind = ${kind}) each
      where ${where}
      on conflict do nothing returning *)
    ${counted ? sql`, counted as (${counted})` : sql``}
    select count(*)::int as rows from each`);
  return rows[0]?.rows ?? 0;
}

/** Returns the defaults of a table's columns: a removed row lacks newer columns. */
const defaultsOf = (table: PgTable): SQL => {
  const values = Object.entries(getTableColumns(table)).flatMap(([name, column]) => {
    const { default: value } = column;
    if (value === undefined) return [];
    const written = is(value, SQL) ? value : sql.param(value);
    return [sql`${toSnakeCase(name)}::text, ${written}::${sql.raw(column.getSQLType())}`];
  });
  return sql`jsonb_build_object(${sql.join(values, sql`, `)})`;
};

/** Returns the stored columns that the table still has: an upgrade may have removed some. */
async function columnsOf(tx: Transaction, userId: string, kind: Kind): Promise<string[]> {
  const { table } = removableRows[kind];
  const { rows } = await tx.execute<{ name: string }>(sql`
    select attname as name from pg_attribute
    where attrelid = ${getTableName(table)}::regclass and attnum > 0 and not attisdropped and attname in (
      select jsonb_object_keys(content) from ${removedRows}
      where cleanup_id = ${userId} and kind = ${kind})`);
  return rows.map(({ name }) => name);
}

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
