import {
  and,
  eq,
  inArray,
  isNotNull,
  isNull,
  not,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { CalendarPart } from '#platform/calendar/invitation.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { EmailKind, EmailPayloads } from '#platform/mail/email.ts';
import { enqueueMany, enqueue } from '#platform/mail/outbox.ts';
import { outbox } from '#platform/mail/tables.ts';
import type { Actor } from '#platform/viewer.ts';
import { events } from '#features/events/events/tables.ts';
import { mailPreferences } from '#features/base/mail/tables.ts';
import { waitlist, rsvps } from '../tables.ts';

/** An event whose RSVP was deleted, and the revision that the user's calendar holds. */
interface Entry {
  id: number;
  calendarRevision: number | null;
}

/** Enqueues one confirmation for all events that a user has just RSVPed to. */
export const enqueueConfirmation = (
  tx: Transaction,
  userId: string,
  eventIds: number[],
  now: Date,
): Promise<void> => enqueue(tx, 'rsvp_confirmed', userId, { eventIds }, now);

/** Enqueues one email that removes events from the calendar they were added to. */
export async function enqueueCalendarRemoval(
  tx: Transaction,
  userId: string,
  left: Entry[],
  now: Date,
): Promise<void> {
  const entries = left.flatMap(({ id: eventId, calendarRevision }) =>
    calendarRevision === null ? [] : [{ eventId, calendarRevision }],
  );
  if (entries.length > 0) await enqueue(tx, 'rsvp_withdrawn', userId, { entries }, now);
}

/**
 * Records which revision of each event a user's calendar was sent, or that it was removed. A user who cancelled while
 * the email was on its way gets another that removes the event again.
 */
export async function noteCalendar(
  tx: Transaction,
  userId: string,
  { entries }: CalendarPart,
  now: Date,
): Promise<void> {
  const cancelled: Entry[] = [];
  for (const { eventId, revision, isOff } of entries) {
    const added = sql`greatest(${rsvps.calendarRevision}, ${revision})`;
    const recorded = await tx
      .update(rsvps)
      .set({ calendarRevision: isOff ? null : added })
      .where(and(eq(rsvps.eventId, eventId), eq(rsvps.userId, userId)))
      .returning({ eventId: rsvps.eventId });
    if (!isOff && recorded.length === 0)
      cancelled.push({ id: eventId, calendarRevision: revision });
  }
  await enqueueCalendarRemoval(tx, userId, cancelled, now);
}

/**
 * Removes events from a calendar after an email that added them was sent but not recorded, unless the user still has
 * an RSVP.
 */
export async function removeFromCalendar(
  tx: Transaction,
  userId: string,
  eventIds: number[],
  now: Date,
): Promise<void> {
  const goes = sql`exists (
    select 1 from ${rsvps} where ${rsvps.eventId} = ${events.id} and ${rsvps.userId} = ${userId})`;
  const left = await tx
    .select({ id: events.id, calendarRevision: events.revision })
    .from(events)
    .where(and(inArray(events.id, eventIds), not(goes)))
    .orderBy(events.id);
  await enqueueCalendarRemoval(tx, userId, left, now);
}

/** Selects attendees to notify. Excluded users are notified only if their calendar holds the event. */
const attendeesExcept = (eventId: number, ...but: string[]): SQL => sql`
  select ${rsvps.userId}, null::text from ${rsvps}
  where ${and(eq(rsvps.eventId, eventId), or(notInArray(rsvps.userId, but), isNotNull(rsvps.calendarRevision)))}`;

/** Selects attendees and the waiting list to notify. */
export const attendeesAndWaitlist = (eventId: number, ...but: string[]): SQL => sql`
  ${attendeesExcept(eventId, ...but)} union
  select ${waitlist.userId}, null::text from ${waitlist}
  where ${and(eq(waitlist.eventId, eventId), notInArray(waitlist.userId, but))}`;

/** Selects attendees whose calendar holds the event. */
export const calendarHolders = (eventId: number): SQL => sql`
  select ${rsvps.userId}, null::text from ${rsvps}
  where ${and(eq(rsvps.eventId, eventId), isNotNull(rsvps.calendarRevision))}`;

/** Enqueues an email to every attendee. The actor gets one only if their calendar holds the event. */
export async function enqueueForAttendees<K extends EmailKind>(
  tx: Transaction,
  actor: Actor,
  eventId: number,
  kind: K,
  payload: EmailPayloads[K],
  now: Date,
): Promise<void> {
  await enqueueMany(tx, { kind, payload, now }, { to: attendeesExcept(eventId, actor.id) });
}

/** Enqueues the email about a change, except to attendees whose confirmation is pending: it tells the new state. */
export async function enqueueChange(
  tx: Transaction,
  actor: Actor,
  eventId: number,
  payload: EmailPayloads['event_changed'],
  now: Date,
): Promise<void> {
  const unconfirmed = (await lockPendingConfirmations(tx, [eventId])).map(({ userId }) => userId);
  const to = sql`
    select going.id, going.email from (${attendeesExcept(eventId, actor.id)}) as going (id, email)
    where going.id <> all(${sql.param(unconfirmed)}::text[])`;
  await enqueueMany(tx, { kind: 'event_changed', payload, now }, { to });
}

/**
 * Lists attendees of these events whose confirmation is pending, and locks those emails: one composed meanwhile would
 * tell the state before the change.
 */
export async function lockPendingConfirmations(
  tx: Transaction,
  eventIds: number[],
): Promise<{ userId: string; eventId: number }[]> {
  const { rows } = await tx.execute<{ userId: string; eventIds: number[] }>(sql`
    select unconfirmed.user_id as "userId", ${outbox.payload} -> 'eventIds' as "eventIds"
    from (
      select distinct ${rsvps.userId} as user_id from ${rsvps}
      where ${and(inArray(rsvps.eventId, eventIds), isNull(rsvps.calendarRevision))}) as unconfirmed
    join ${outbox} on coalesce(recipient_id, recipient_email) = unconfirmed.user_id
      and kind = 'rsvp_confirmed' and channel = 'mail' and open and attempts = 0
    left join ${mailPreferences} on ${mailPreferences.userId} = unconfirmed.user_id
    where coalesce(${mailPreferences.confirmations}, true)
    for share of ${outbox}`);
  const requestedIds = new Set(eventIds);
  return rows.flatMap(({ userId, eventIds: confirmed }) =>
    confirmed.flatMap((eventId) => (requestedIds.has(eventId) ? [{ userId, eventId }] : [])),
  );
}
