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
import type { EmailKind, EmailPayloads, Recipient } from '#platform/mail/email.ts';
import { enqueueMany, enqueue } from '#platform/mail/outbox.ts';
import { outbox } from '#platform/mail/tables.ts';
import type { Actor } from '#platform/viewer.ts';
import { events } from '#features/events/events/tables.ts';
import { mailPreferences } from '#features/base/mail/tables.ts';
import { guestRsvps, waitlist, rsvps } from '../tables.ts';

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
 * Records which revision of each event a recipient's calendar was sent, or that it was removed. A
 * user who cancelled while the email was on its way gets another that removes the event again.
 */
export async function recordCalendar(
  tx: Transaction,
  { id: userId, guestId }: Pick<Recipient, 'id' | 'guestId'>,
  { entries }: CalendarPart,
  now: Date,
): Promise<void> {
  if (guestId !== null) await recordGuestCalendar(tx, guestId, entries);
  if (userId === null) return;
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

/** A guest who has cancelled was erased at once, so no email follows. */
async function recordGuestCalendar(
  tx: Transaction,
  guestId: number,
  entries: CalendarPart['entries'],
): Promise<void> {
  for (const { revision, isOff } of entries) {
    const added = sql`greatest(${guestRsvps.calendarRevision}, ${revision})`;
    await tx
      .update(guestRsvps)
      .set({ calendarRevision: isOff ? null : added })
      .where(and(eq(guestRsvps.id, guestId), eq(guestRsvps.status, 'going')));
  }
}

/**
 * Removes events from a calendar after an email that added them was sent but not recorded, unless
 * the user still has an RSVP.
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

/**
 * Selects attendees to notify. Excluded users are notified only if their calendar holds the event.
 */
const attendeesExcept = (eventId: number, ...but: string[]): SQL => sql`
  select ${rsvps.userId}, null::text from ${rsvps}
  where ${and(eq(rsvps.eventId, eventId), or(notInArray(rsvps.userId, but), isNotNull(rsvps.calendarRevision)))}`;

/** Selects attendees and the waiting list to notify. */
const attendeesAndWaitlist = (eventId: number, ...but: string[]): SQL => sql`
  ${attendeesExcept(eventId, ...but)} union
  select ${waitlist.userId}, null::text from ${waitlist}
  where ${and(eq(waitlist.eventId, eventId), notInArray(waitlist.userId, but))}`;

/** Emails that guests without an account get as well. */
export type GuestEmailKind = {
  [K in EmailKind]: EmailPayloads[K] extends Record<string, never>
    ? never
    : 'guestId' extends keyof EmailPayloads[K]
      ? K
      : never;
}[EmailKind];

interface Email<K extends EmailKind> {
  kind: K;
  payload: EmailPayloads[K];
  now: Date;
  dueAt?: Date;
}

/** Enqueues an email to matching guests without an account, once with a unique key. */
export async function enqueueForGuests<K extends GuestEmailKind>(
  tx: Transaction,
  email: Email<K>,
  which: SQL | undefined,
  uniqueKey?: string,
): Promise<number> {
  const to = sql`
    select null::text, ${guestRsvps.email}, jsonb_build_object('guestId', ${guestRsvps.id})
    from ${guestRsvps} where ${and(isNotNull(guestRsvps.email), which)}`;
  return enqueueMany(tx, email, {
    to,
    hasExtraPayload: true,
    ...(uniqueKey !== undefined && {
      uniqueKey: sql`${`${uniqueKey}:guest:`} || (recipient.extra ->> 'guestId')`,
    }),
  });
}

const isGoingGuest = (eventId: number) =>
  and(eq(guestRsvps.eventId, eventId), eq(guestRsvps.status, 'going'));

/**
 * Enqueues an email to attendees and the waiting list, once with a unique key. Excluded users get
 * it only if their calendar holds the event.
 */
export async function enqueueForEverybody<K extends GuestEmailKind>(
  tx: Transaction,
  email: Email<K>,
  eventId: number,
  { but, uniqueKey }: { but: string[]; uniqueKey?: string },
): Promise<void> {
  const to = attendeesAndWaitlist(eventId, ...but);
  const once = uniqueKey !== undefined && { uniqueKey: sql`${`${uniqueKey}:`} || recipient.id` };
  await enqueueMany(tx, email, { to, ...once });
  const which = inArray(guestRsvps.status, ['going', 'waiting']);
  await enqueueForGuests(tx, email, and(eq(guestRsvps.eventId, eventId), which), uniqueKey);
}

/** Enqueues an email to attendees whose calendar holds the event. */
export async function enqueueForCalendars<K extends GuestEmailKind>(
  tx: Transaction,
  email: Email<K>,
  eventId: number,
): Promise<void> {
  const to = sql`
    select ${rsvps.userId}, null::text from ${rsvps}
    where ${and(eq(rsvps.eventId, eventId), isNotNull(rsvps.calendarRevision))}`;
  await enqueueMany(tx, email, { to });
  await enqueueForGuests(
    tx,
    email,
    and(isGoingGuest(eventId), isNotNull(guestRsvps.calendarRevision)),
  );
}

/** Enqueues an email to guests whose calendar doesn't hold the event, waiting ones included. */
export const enqueueForGuestsWithoutCalendar = <K extends GuestEmailKind>(
  tx: Transaction,
  email: Email<K>,
  eventId: number,
): Promise<number> =>
  enqueueForGuests(
    tx,
    email,
    and(
      eq(guestRsvps.eventId, eventId),
      inArray(guestRsvps.status, ['going', 'waiting']),
      isNull(guestRsvps.calendarRevision),
    ),
  );

/**
 * Enqueues an email to every attendee. The actor gets one only if their calendar holds the event.
 */
export async function enqueueForAttendees<K extends GuestEmailKind>(
  tx: Transaction,
  actor: Actor,
  eventId: number,
  kind: K,
  payload: EmailPayloads[K],
  now: Date,
): Promise<void> {
  const email = { kind, payload, now };
  await enqueueMany(tx, email, { to: attendeesExcept(eventId, actor.id) });
  await enqueueForGuests(tx, email, isGoingGuest(eventId));
}

/**
 * Enqueues the email about a change, except to attendees whose confirmation is pending: it tells
 * the new state.
 */
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
  const email = { kind: 'event_changed', payload, now } as const;
  await enqueueMany(tx, email, { to });
  await enqueueForGuests(tx, email, isGoingGuest(eventId));
}

/**
 * Lists attendees of these events whose confirmation is pending, and locks those emails: one
 * composed meanwhile would tell the state before the change.
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
