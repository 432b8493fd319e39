import { and, eq, sql, type SQL } from 'drizzle-orm';
import { users } from '#features/base/accounts/tables.ts';
import { events } from '#features/events/events/tables.ts';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import type { Party, RsvpEntry } from '../policy/places.ts';
import {
  addedAttendees,
  guestRsvps,
  rsvpParty,
  rsvps,
  waitlist,
  waitlistParty,
} from '../tables.ts';

/** An attendee with an account, or a guest without one. */
export type AttendeeKey = { userId: string } | { guestId: number };

/** The placeholders `viewer` and `guest` of the queries below; nobody is '' and 0. */
export const keyParams = (key: AttendeeKey | null) => ({
  viewer: key && 'userId' in key ? key.userId : '',
  guest: key && 'guestId' in key ? key.guestId : 0,
});

const [event, viewer, guest] = (['event', 'viewer', 'guest'] as const).map((name) =>
  sql.placeholder(name),
);

// Members and guests without an account wait on one list, in order of `turn`.
const fromWaitingMembers = sql`from ${waitlist} where ${waitlist.eventId} = ${event}`;
const fromWaitingGuests = sql`from ${guestRsvps} where ${guestRsvps.eventId} = ${event} and ${guestRsvps.turn} is not null`;

/**
 * True if somebody other than placeholders `viewer` and `guest` is on the list without an offer.
 */
export const othersWait = sql<boolean>`(exists (
  select 1 ${fromWaitingMembers} and ${waitlist.userId} <> ${viewer} and ${waitlist.offerExpiresAt} is null)
  or exists (select 1 ${fromWaitingGuests} and ${guestRsvps.id} <> ${guest} and ${guestRsvps.offerExpiresAt} is null))`;

/** True if an offer has expired by `now` and still counts as places taken. */
export const hasExpiredOffers = sql<boolean>`(exists (
  select 1 ${fromWaitingMembers} and ${waitlist.offerExpiresAt} <= ${sql.placeholder('now')})
  or exists (select 1 ${fromWaitingGuests} and ${guestRsvps.offerExpiresAt} <= ${sql.placeholder('now')}))`;

const ownQueueNumber = sql`coalesce(
  (select ${waitlist.turn} ${fromWaitingMembers} and ${waitlist.userId} = ${viewer}),
  (select ${guestRsvps.turn} ${fromWaitingGuests} and ${guestRsvps.id} = ${guest}))`;

/** The attendee's position; 0 for somebody who isn't on the list. */
const waitlistPosition = sql<number>`((select count(*)::int ${fromWaitingMembers} and ${waitlist.turn} <= ${ownQueueNumber})
  + (select count(*)::int ${fromWaitingGuests} and ${guestRsvps.turn} <= ${ownQueueNumber}))`;

/** Counts the places of an RSVP or a waiting list entry. */
export const placesIn = ({ self, children, guests: more }: typeof rsvps | typeof waitlist) =>
  sql<number>`(${self}::int + ${children} + ${more})`;

/** Counts offered places, expired offers included while they count as taken. */
const placesOnOffer = sql<number>`((select coalesce(sum(${placesIn(waitlist)}), 0)::int ${fromWaitingMembers}
  and ${waitlist.offerExpiresAt} is not null)
  + (select coalesce(sum(1 + ${guestRsvps.guests}), 0)::int ${fromWaitingGuests}
  and ${guestRsvps.offerExpiresAt} is not null))`;

/** Reads the state of an event's waiting list for an attendee. */
export async function waitlistStateOf(
  db: Reader,
  eventId: number,
  key: AttendeeKey | null,
  now: Date,
) {
  const waitlistState = statement(db, 'waitlist_state', (sqlDb) =>
    sqlDb
      .select({ othersWait, hasExpiredOffers, position: waitlistPosition, placesOnOffer })
      .from(events)
      .where(eq(events.id, sql.placeholder('event'))),
  );
  const [found] = await waitlistState.execute({ event: eventId, ...keyParams(key), now });
  return found ?? { othersWait: false, hasExpiredOffers: false, position: 0, placesOnOffer: 0 };
}

/** Tells whether anybody is on the list of an event of the query. */
export const hasWaitlist = sql<boolean>`(
  exists (select 1 from waitlist where waitlist.event_id = events.id)
  or exists (select 1 from guest_rsvps where guest_rsvps.event_id = events.id and guest_rsvps.turn is not null))`;

/** Counts the RSVPs of every kind. */
export const attendeesCounted = (eventId: SQL | number) => sql<number>`((
  select count(*) from ${rsvps} where ${rsvps.eventId} = ${eventId})::int + (
  select count(*) from ${guestRsvps} where ${guestRsvps.eventId} = ${eventId} and ${guestRsvps.status} = 'going')::int + (
  select count(*) from ${addedAttendees} where ${addedAttendees.eventId} = ${eventId})::int)`;

/** Counts places taken by RSVPs of every kind and by offers. */
export const placesCounted = (eventId: SQL | number) => sql<number>`((
  select coalesce(sum(${placesIn(rsvps)}), 0) from ${rsvps} where ${rsvps.eventId} = ${eventId})::int + (
  select coalesce(sum(${placesIn(waitlist)}), 0) from ${waitlist}
  where ${waitlist.eventId} = ${eventId} and ${waitlist.offerExpiresAt} is not null)::int + (
  select coalesce(sum(1 + ${guestRsvps.guests}), 0) from ${guestRsvps} where ${guestRsvps.eventId} = ${eventId}
  and (${guestRsvps.status} = 'going' or ${guestRsvps.offerExpiresAt} is not null))::int + (
  select coalesce(sum(${addedAttendees.people}), 0) from ${addedAttendees} where ${addedAttendees.eventId} = ${eventId})::int)`;

/**
 * Locks a user's account against a ban and returns their state at a locked event; undefined if
 * there is no such account.
 */
export async function lockAttendanceState(
  tx: Transaction,
  eventId: number,
  userId: string,
  now: Date,
) {
  const lockState = statement(tx, 'attendance_state_lock', (sqlTx) =>
    sqlTx
      .select({
        isActive: users.isActive,
        going: rsvpParty,
        turn: { ...waitlistParty, offerExpiresAt: waitlist.offerExpiresAt },
        othersWait,
        hasExpiredOffers,
      })
      .from(users)
      .leftJoin(rsvps, and(eq(rsvps.eventId, sql.placeholder('event')), eq(rsvps.userId, users.id)))
      .leftJoin(
        waitlist,
        and(eq(waitlist.eventId, sql.placeholder('event')), eq(waitlist.userId, users.id)),
      )
      .where(eq(users.id, sql.placeholder('viewer')))
      .for('share', { of: users }),
  );
  const params = { event: eventId, ...keyParams({ userId }), now };
  const [found] = await lockState.execute(params);
  if (!found) return undefined;
  const { going, turn, ...rest } = found;
  return { ...rest, own: entryOf(going, turn) };
}

function entryOf(
  going: Party | null,
  turn: (Party & { offerExpiresAt: Date | null }) | null,
): RsvpEntry | null {
  if (going) return { status: 'going', ...going };
  if (!turn) return null;
  const { offerExpiresAt, ...people } = turn;
  return { status: offerExpiresAt ? 'offered' : 'waiting', ...people };
}

/** Reads a waiting list entry with its position; undefined if there is none. */
export async function waitlistEntryOf(db: Reader, eventId: number, key: AttendeeKey) {
  const table = 'userId' in key ? waitlist : guestRsvps;
  const own = 'userId' in key ? eq(waitlist.userId, key.userId) : eq(guestRsvps.id, key.guestId);
  const [found] = await db
    .select({ turn: table.turn, guests: table.guests, offerExpiresAt: table.offerExpiresAt })
    .from(table)
    .where(and(eq(table.eventId, eventId), own));
  if (!found || found.turn === null) return undefined;
  const { turn } = found;
  const { rows } = await db.execute<{ position: number }>(sql`
    select (select count(*)::int from ${waitlist}
      where ${waitlist.eventId} = ${eventId} and ${waitlist.turn} <= ${turn})
    + (select count(*)::int from ${guestRsvps}
      where ${guestRsvps.eventId} = ${eventId} and ${guestRsvps.turn} <= ${turn}) as position`);
  return { ...found, turn, position: rows[0]?.position ?? 0 };
}
