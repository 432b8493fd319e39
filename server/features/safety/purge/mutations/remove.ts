import { eq, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { comments, heldComments } from '#features/events/comments/tables.ts';
import type { Transaction } from '#platform/db/database.ts';
import { events, eventTexts } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { messages } from '#features/events/messages/tables.ts';
import { memberships } from '#features/community/membership/tables.ts';
import {
  addedAttendees,
  childPlaces,
  guestLinks,
  guestRsvps,
  rsvps,
  waitlist,
} from '#features/events/attendance/tables.ts';
import { lockSeriesOf, renumberDates } from '#features/events/series/mutations/lock.ts';
import { series } from '#features/events/series/tables.ts';
import { leaveWaitlists, offerPlaces } from '#features/events/attendance/mutations/offers.ts';
import { isMessageGone, isRsvpGone, oneOf, type Scope } from '../queries.ts';
import { purges, removedRows } from '../tables.ts';

/**
 * Moves a purge's rows out of their tables and stores them, and adjusts the counts of remaining
 * rows. The caller locks all these rows first.
 */
export async function removeRows(
  tx: Transaction,
  userId: string,
  scope: Scope,
  now: Date,
): Promise<void> {
  const own = sql`user_id = ${userId}`;
  const inEvents = sql`event_id = ${oneOf(scope.events)}`;
  const inGroups = sql`group_id = ${oneOf(scope.groups)}`;
  const move = (kind: Kind, which: SQL, counted?: SQL) =>
    moveRows(tx, { userId, kind, which, counted }, now);
  const wanted = await eventsWanted(tx, userId, now);
  await move('comment', sql`${own} or ${inEvents}`);
  await move('held_comment', sql`${own} or ${inEvents}`);
  await move(
    'child_place',
    sql`(${isRsvpGone(userId, scope, now)}) and exists (
      select from ${rsvps} entry
      where entry.event_id = ${childPlaces.eventId} and entry.user_id = ${childPlaces.userId})`,
  );
  await move(
    'rsvp',
    isRsvpGone(userId, scope, now),
    sql`update ${events} set attendee_count = attendee_count - 1,
        places_taken = greatest(places_taken - gone.self::int - gone.children - gone.guests, 0)
      from gone where ${events.id} = gone.event_id and gone.user_id = ${userId}`,
  );
  await move(
    'guest_link',
    sql`guest_id in (select id from ${guestRsvps} where ${inEvents} and status = 'going')`,
  );
  await move('guest_rsvp', sql`${inEvents} and status = 'going'`);
  await move('added_attendee', inEvents);
  await leaveWaitlists(tx, userId, wanted, now);
  await move(
    'membership',
    sql`${own} or ${inGroups}`,
    sql`update ${groups} set member_count = member_count - 1
      where id in (select group_id from gone where ${own} and status = 'approved')`,
  );
  await move('message', isMessageGone(userId, scope));
  const seriesIds = await lockSeriesOf(tx, scope.events);
  await move('event', sql`id = ${oneOf(scope.events)}`);
  // A series to which others have added dates stays with those.
  await move(
    'series',
    sql`(${inGroups} or created_by_id = ${userId})
      and not exists (select from ${events} where series_id = ${series.id})`,
  );
  await renumberDates(tx, seriesIds);
  await move('group', sql`id = ${oneOf(scope.groups)}`);
  const staying = wanted.filter((id) => !scope.events.includes(id));
  for (const id of staying) await offerPlaces(tx, id, now);
}

/** Lists upcoming events that the member attends or waits for: others may get their places. */
async function eventsWanted(tx: Transaction, userId: string, now: Date): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from ${events} where end_time > ${now} and id in (
      select event_id from ${rsvps} where user_id = ${userId} union all
      select event_id from ${waitlist} where user_id = ${userId})
    order by id`);
  return rows.map(({ id }) => id);
}

export type Kind = Exclude<(typeof removedRows.$inferSelect)['kind'], 'heir'>;

interface RemovableRow {
  table: PgTable;
  /** The column with the row's owner; null for people without an account. */
  person: 'user_id' | 'created_by_id' | 'sent_by_id' | 'added_by_id' | null;
  hasPicture?: true;
  /** The columns of another table that are stored with a row. */
  complete?: SQL;
}

/** On account deletion, deletes purged content for good, because nobody can restore it. */
export async function dropRemoved(tx: Transaction, { id }: { id: string }): Promise<void> {
  await tx.delete(purges).where(eq(purges.userId, id));
}

const ofMember = (table: PgTable): RemovableRow => ({ table, person: 'user_id' });
const ofCreator = (table: PgTable): RemovableRow => ({ table, person: 'created_by_id' });
const withPicture = (table: PgTable): RemovableRow => ({ ...ofCreator(table), hasPicture: true });

/** A text that dates of a series share may be deleted with the last of them. */
const withOwnText = sql`|| coalesce((select jsonb_build_object('description', description, 'text_id', null)
  from ${eventTexts} where id = text_id), '{}')`;

/** The new picture of a waiting edit is not stored. */
const withoutEditedPicture = sql`|| jsonb_build_object('edit', nullif(edit - 'imageUrl', '{}'::jsonb))`;

export const removableRows: Record<Kind, RemovableRow> = {
  group: { ...withPicture(groups), complete: withoutEditedPicture },
  membership: ofMember(memberships),
  series: ofCreator(series),
  event: { ...withPicture(events), complete: withOwnText },
  rsvp: ofMember(rsvps),
  child_place: ofMember(childPlaces),
  guest_rsvp: { table: guestRsvps, person: null },
  guest_link: { table: guestLinks, person: null },
  added_attendee: { table: addedAttendees, person: 'added_by_id' },
  comment: ofMember(comments),
  held_comment: ofMember(heldComments),
  message: { table: messages, person: 'sent_by_id' },
};

interface Move {
  userId: string;
  kind: Kind;
  which: SQL;
  /** Updates a count by the rows in `gone`. */
  counted: SQL | undefined;
}

/** The owner is stored in its own column, where the deletion of their account finds the row. */
async function moveRows(
  tx: Transaction,
  { userId, kind, which, counted }: Move,
  now: Date,
): Promise<void> {
  const { table, person, hasPicture, complete } = removableRows[kind];
  const column = person === null ? sql`null` : sql.identifier(person);
  const picture = hasPicture ? sql`, image_url` : sql``;
  const whose = sql`${sql.raw(person === 'user_id' ? 'member_id' : 'creator_id')}${picture}`;
  await tx.execute(sql`
    with gone as (delete from ${table} where ${which} returning *)
    ${counted ? sql`, counted as (${counted})` : sql``}
    insert into ${removedRows} (cleanup_id, kind, ${whose}, content, removed_at)
    select ${userId}, ${kind}, ${column}${picture}, to_jsonb(gone) - ${person ?? ''}::text ${complete ?? sql``}, ${now} from gone`);
}
