import { eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { PictureColumn } from '#features/base/media/steps.ts';
import { groups } from '#features/community/groups/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { offerPlaces } from '#features/events/attendance/mutations/offers.ts';
import { removeRsvps } from '#features/events/attendance/mutations/rows.ts';
import { countsOfRsvps } from '#features/events/attendance/queries/rsvps.ts';
import { comingOrWaiting, eventIdsOfMember } from '#features/events/attendance/queries/rsvps.ts';
import { childPlaces, rsvps } from '#features/events/attendance/tables.ts';
import { comments, heldComments } from '#features/events/comments/tables.ts';
import { events, eventTexts } from '#features/events/events/tables.ts';
import { guestLinks } from '#features/events/guests/tables.ts';
import { messages } from '#features/events/messages/tables.ts';
import { lockSeriesOf, renumberDates } from '#features/events/series/mutations/lock.ts';
import { series } from '#features/events/series/tables.ts';
import type { Transaction } from '#platform/db/database.ts';
import { isMessageGone, isRsvpGone, oneOf, scopeOf, type Scope } from '../queries.ts';
import { purges, removedRows } from '../tables.ts';

export type Kind = Exclude<(typeof removedRows.$inferSelect)['kind'], 'heir'>;

/** The tables that a purge takes rows from, each after those that it refers to. */
export const removable: readonly [Kind, PgTable][] = [
  ['group', groups],
  ['membership', memberships],
  ['series', series],
  ['event', events],
  ['rsvp', rsvps],
  ['child_place', childPlaces],
  ['guest_link', guestLinks],
  ['comment', comments],
  ['held_comment', heldComments],
  ['message', messages],
];

/** The pictures of purged content that can still be restored. */
export const removedPictures: PictureColumn = { table: removedRows, url: removedRows.imageUrl };

/**
 * Locks everything that a purge affects: the member's groups, their memberships, the series that
 * lose dates, and the events, in the usual order of locks.
 * @returns the groups and events to delete, read under the locks
 */
export async function lockScope(tx: Transaction, userId: string): Promise<Scope> {
  await tx.execute(sql`
    select id from ${groups} where created_by_id = ${userId} or id in (
      select group_id from ${memberships} where user_id = ${userId})
    order by id for no key update`);
  const scope = await scopeOf(tx, userId);
  await tx.execute(sql`
    select group_id from ${memberships}
    where user_id = ${userId} or group_id = ${oneOf(scope.groups)}
    order by group_id, user_id for update`);
  const seriesIds = await lockSeriesOf(tx, scope.events);
  await tx.execute(sql`
    select id from ${events}
    where id = ${oneOf(scope.events)} or series_id = ${oneOf(seriesIds)} or id in (
      ${eventIdsOfMember(userId, ...comingOrWaiting)})
    order by id for update`);
  // Includes events that were created until the memberships were locked.
  return scopeOf(tx, userId);
}

/**
 * Moves a purge's rows out of their tables and stores them, and counts what remains. The caller
 * locks all these rows first.
 */
export async function removeRows(
  tx: Transaction,
  userId: string,
  scope: Scope,
  now: Date,
): Promise<void> {
  const wanted = await selectEvents(tx, userId, now);
  const seriesIds = await lockSeriesOf(tx, scope.events);
  await removeRsvps(tx, userId, wanted, ['waiting', 'offered'], now);
  const which = selectRows(userId, scope, now);
  for (const [kind, table] of removable.toReversed()) {
    await moveRows(tx, userId, [kind, table], which[kind], now);
  }
  const staying = wanted.filter((id) => !scope.events.includes(id));
  await recountGroups(tx, sql`cleanup_id = ${userId} and removed_at = ${now}`);
  await recountEvents(tx, staying);
  await renumberDates(tx, seriesIds);
  for (const id of staying) await offerPlaces(tx, id, now);
}

/** Lists upcoming events that the member attends or waits for: others may get their places. */
async function selectEvents(tx: Transaction, userId: string, now: Date): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from ${events} where end_time > ${now} and id in (
      ${eventIdsOfMember(userId, ...comingOrWaiting)})
    order by id`);
  return rows.map(({ id }) => id);
}

function selectRows(userId: string, scope: Scope, now: Date): Record<Kind, SQL> {
  const own = sql`user_id = ${userId}`;
  const inEvents = sql`event_id = ${oneOf(scope.events)}`;
  const inGroups = sql`group_id = ${oneOf(scope.groups)}`;
  const rsvp = isRsvpGone(userId, scope, now);
  return {
    group: sql`id = ${oneOf(scope.groups)}`,
    membership: sql`${own} or ${inGroups}`,
    // A series to which others have added dates stays with those.
    series: sql`(${inGroups} or created_by_id = ${userId})
      and not exists (select from ${events} where series_id = ${series.id})`,
    event: sql`id = ${oneOf(scope.events)}`,
    rsvp,
    child_place: sql`rsvp_id in (select id from ${rsvps} where ${rsvp})`,
    guest_link: sql`guest_id in (select id from ${rsvps} where ${rsvp})`,
    comment: sql`${own} or ${inEvents}`,
    held_comment: sql`${own} or ${inEvents}`,
    message: isMessageGone(userId, scope),
  };
}

/** The columns with a row's owner, which is stored separately: what happens to it when they leave. */
const ownerColumns = sql`'{user_id,created_by_id,sent_by_id,added_by_id}'::text[]`;

/** Some columns are stored with another value. */
const changed: Partial<Record<Kind, SQL>> = {
  // Nobody erases it here when the event is over.
  rsvp: sql`'{"phone": null}'::jsonb`,
  // The new picture of a waiting edit is not stored.
  group: sql`jsonb_build_object('edit', nullif(edit - 'imageUrl', '{}'::jsonb))`,
  // A text that dates of a series share may be deleted with the last of them.
  event: sql`coalesce((select jsonb_build_object('description', description, 'text_id', null)
    from ${eventTexts} where id = text_id), '{}')`,
};

/** A child's place is deleted with the account of the person who answers for it. */
const memberOf: Partial<Record<Kind, SQL>> = {
  child_place: sql`(select user_id from ${rsvps} where id = (stored ->> 'rsvp_id')::int)`,
};

async function moveRows(
  tx: Transaction,
  userId: string,
  [kind, table]: (typeof removable)[number],
  which: SQL,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    with gone as (delete from ${table} where ${which} returning *)
    insert into ${removedRows} (cleanup_id, kind, member_id, creator_id, image_url, content, removed_at)
    select ${userId}, ${kind}, ${memberOf[kind] ?? sql`stored ->> 'user_id'`},
      coalesce(stored ->> 'created_by_id', stored ->> 'sent_by_id', stored ->> 'added_by_id'),
      stored ->> 'image_url', stored - ${ownerColumns} || ${changed[kind] ?? sql`'{}'::jsonb`}, ${now}
    from gone, to_jsonb(gone) stored`);
}

/** Counts members anew, where some of these removed rows were or are. */
export async function recountGroups(tx: Transaction, removed: SQL): Promise<void> {
  await tx.execute(sql`
    update ${groups} set member_count = (select count(*) from ${memberships}
      where group_id = ${groups.id} and ${memberships.status} = 'approved')
    where id in (
      select (content ->> 'group_id')::int from ${removedRows} where ${removed} and kind = 'membership')`);
}

/** Counts attendees anew; calendars learn nothing of it, so the revision stays. */
export async function recountEvents(tx: Transaction, ids: number[]): Promise<void> {
  await tx.update(events).set(countsOfRsvps).where(inArray(events.id, ids));
}

/** On account deletion, deletes purged content for good, because nobody can restore it. */
export async function deleteRemoved(tx: Transaction, { id }: { id: string }): Promise<void> {
  await tx.delete(purges).where(eq(purges.userId, id));
}
