import { and, eq, isNotNull, lte, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { events } from '#features/events/events/tables.ts';
import type { Reader } from '#platform/db/database.ts';
import type { Recipient } from '#platform/mail/email.ts';
import { rsvps, type RsvpStatus } from '../tables.ts';

/** RSVPs that come or wait. */
export const comingOrWaiting = ['going', 'waiting', 'offered'] as const;

type Value = SQL | PgColumn | Placeholder | string | number;

/** Matches RSVPs of these statuses; written out, so that partial indexes apply. */
export const hasStatus = (...statuses: RsvpStatus[]) =>
  sql<boolean>`${rsvps.status} in (${listed(statuses)})`;

const listed = (statuses: RsvpStatus[]) => sql.raw(statuses.map((each) => `'${each}'`).join(', '));

/** Matches the RSVPs to an event, of these statuses if any are given. */
export const isAt = (eventId: number, ...statuses: RsvpStatus[]): SQL | undefined =>
  and(eq(rsvps.eventId, eventId), statuses.length > 0 ? hasStatus(...statuses) : undefined);

/** The RSVP of the member in placeholder `viewer` to an event of the query. */
export const ownRsvp = alias(rsvps, 'own_rsvp');
export const isOwnRsvp = and(
  eq(ownRsvp.eventId, events.id),
  eq(ownRsvp.userId, sql.placeholder('viewer')),
);

/** Selects ids of the events that a member has an RSVP of these statuses to. */
export const eventIdsOfMember = (userId: Value, ...statuses: RsvpStatus[]): SQL =>
  sql`select ${rsvps.eventId} from ${rsvps} where ${rsvps.userId} = ${userId} and ${hasStatus(...statuses)}`;

/** Selects ids of the members who have an RSVP of these statuses to an event. */
export const memberIdsAt = (eventId: Value, ...statuses: RsvpStatus[]): SQL =>
  sql`select ${rsvps.userId} from ${rsvps}
    where ${rsvps.eventId} = ${eventId} and ${rsvps.userId} is not null and ${hasStatus(...statuses)}`;

/** Tells whether a member has said anything about an event: that they come, wait or can't come. */
export const hasAnswered = (eventId: Value, userId: Value) =>
  sql<boolean>`exists (select from ${rsvps} where ${rsvps.eventId} = ${eventId} and ${rsvps.userId} = ${userId})`;

/** Tells whether anybody has answered for an event, but for guests who have yet to confirm. */
export const isAnsweredByAny = (eventId: Value) =>
  sql<boolean>`exists (select from ${rsvps} where ${rsvps.eventId} = ${eventId} and ${rsvps.status} <> 'unconfirmed')`;

// Written out below, since a query of one table selects its columns without the table's name.

/** Counts RSVPs of these statuses to an event of the query. */
const rsvpsCounted = (...statuses: RsvpStatus[]) =>
  sql<number>`(select count(*)::int from rsvps where rsvps.event_id = events.id and rsvps.status in (${listed(statuses)}))`;

/** Counts RSVPs on the waiting list of an event of the query. */
export const waitlistCounted = sql<number>`(
  select count(*)::int from rsvps where rsvps.event_id = events.id and rsvps.turn is not null)`;

/**
 * Counts the children who come to an event of the query, and their adults who don't come; null and 0
 * where none do.
 */
export const childrenCounted = sql<[children: number | null, absentAdults: number | null]>`(
  select array[sum(rsvps.children)::int, (count(*) filter (where not rsvps.self))::int] from rsvps
  where rsvps.event_id = events.id and rsvps.status in (${listed(['going'])}) and rsvps.children > 0)`;

/** The number of people in a party. */
export const placesIn = sql<number>`(${rsvps.self}::int + ${rsvps.children} + ${rsvps.companions})`;

/** Tells whether anybody is on the waiting list of an event of the query. */
export const hasWaitlist = sql<boolean>`exists (
  select from rsvps where rsvps.event_id = events.id and rsvps.turn is not null)`;

/** The RSVPs of members, as a table of a query. */
export const memberRsvps = sql`(select * from ${rsvps} where ${rsvps.userId} is not null)`;

/** Counts matching RSVPs. */
export const countRsvps = (db: Reader, which: SQL | undefined) => db.$count(rsvps, which);

/** Matches the RSVPs of a member, of these statuses. */
export const isOfMember = (userId: string, ...statuses: RsvpStatus[]) =>
  and(eq(rsvps.userId, userId), hasStatus(...statuses));

/** Matches RSVPs that came or waited by then. */
export const isSince = (moment: Date) => lte(rsvps.createdAt, moment);

/** Matches the RSVPs of guests to an event, of these statuses. */
export const isGuestAt = (eventId: number, ...statuses: RsvpStatus[]) =>
  and(isAt(eventId, ...statuses), eq(rsvps.kind, 'guest'));

/** Matches the RSVPs of guests to an event who get the organisers' messages. */
export const isMessagedGuestAt = (eventId: number, ...statuses: RsvpStatus[]) =>
  and(isGuestAt(eventId, ...statuses), rsvps.messages, isNotNull(rsvps.email));

/** Tells whether a guest with this address has an RSVP to an event. */
export const hasGuestRsvp = (eventId: Value, email: Value) =>
  sql<boolean>`exists (select from ${rsvps} where ${rsvps.eventId} = ${eventId} and ${rsvps.email} = ${email})`;

/** Tells whether an event of the query has an RSVP of any kind. */
export const hasRsvps = sql<boolean>`exists (select from rsvps where rsvps.event_id = events.id)`;

/** Counts the places that RSVPs and offers take at an event. */
export const placesCounted = (eventId: Value) => sql<number>`(
  select coalesce(sum(${placesIn}), 0)::int from ${rsvps}
  where ${rsvps.eventId} = ${eventId} and ${hasStatus('going', 'offered')})`;

/** The counts of an event that is updated, from its rows; its revision stays. */
export const countsOfRsvps = {
  attendeeCount: rsvpsCounted('going'),
  placesTaken: placesCounted(events.id),
};

/** Joins, as `ownRsvp`, the RSVP of an email's recipient to an event of the query. */
export const isRsvpOf = ({ id, guestId }: Pick<Recipient, 'id' | 'guestId'>) =>
  and(
    eq(ownRsvp.eventId, events.id),
    guestId === null ? eq(ownRsvp.userId, id ?? '') : eq(ownRsvp.id, guestId),
  );

/** Tells whether the owner of `ownRsvp` comes. */
export const ownGoes = sql<boolean>`coalesce(${ownRsvp.status} = 'going', false)`;

/** The revision that the attendee’s calendar holds. */
export const ownCalendarRevision = sql<
  number | null
>`case when ${ownRsvp.status} = 'going' then ${ownRsvp.calendarRevision} end`;
