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
import type { CalendarPart } from '../../../platform/calendar/invitation.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { add, enqueue, type EffectKind, type Effects } from '../../../platform/mail/outbox.ts';
import { outbox } from '../../../platform/mail/tables.ts';
import type { Actor } from '../../../platform/viewer.ts';
import { events } from '../../events/tables.ts';
import { mailPreferences } from '../../mail/tables.ts';
import { waitlist } from '../../waitlist/tables.ts';
import { rsvps } from '../tables.ts';

/** An event that somebody no longer goes to, and in which revision their calendar holds it. */
interface Entry {
  id: number;
  calendarRevision: number | null;
}

/** One for all that somebody has just said they go to. */
export const enqueueConfirmation = (
  tx: Transaction,
  userId: string,
  eventIds: number[],
  now: Date,
): Promise<void> => enqueue(tx, 'rsvp_confirmed', userId, { eventIds }, now);

/** Has the events taken out of a calendar that they have been put into, by one letter. */
export async function tellTakenOut(
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
 * Notes which revision of events somebody's calendar has been sent, or that it holds them no longer. Who took their
 * RSVP back while the letter was on its way is told to take it out again.
 */
export async function noteCalendar(
  tx: Transaction,
  userId: string,
  { entries }: CalendarPart,
  now: Date,
): Promise<void> {
  const left: Entry[] = [];
  for (const { eventId, revision, isOff } of entries) {
    const added = sql`greatest(${rsvps.calendarRevision}, ${revision})`;
    const noted = await tx
      .update(rsvps)
      .set({ calendarRevision: isOff ? null : added })
      .where(and(eq(rsvps.eventId, eventId), eq(rsvps.userId, userId)))
      .returning({ eventId: rsvps.eventId });
    if (!isOff && noted.length === 0) left.push({ id: eventId, calendarRevision: revision });
  }
  await tellTakenOut(tx, userId, left, now);
}

/**
 * Has events taken out of a calendar that may hold them without a note of it, unless its owner still goes: a letter that
 * put them in went out and was not noted.
 */
export async function takeOutOfCalendar(
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
  await tellTakenOut(tx, userId, left, now);
}

/** Whom to tell of an event: all who go to it but these, unless it stands in their calendar. */
const whoGoes = (eventId: number, ...but: string[]): SQL => sql`
  select ${rsvps.userId}, null::text from ${rsvps}
  where ${and(eq(rsvps.eventId, eventId), or(notInArray(rsvps.userId, but), isNotNull(rsvps.calendarRevision)))}`;

/** The same with those who wait for a place there, while they still stand on the list. */
export const whoGoesOrWaits = (eventId: number, ...but: string[]): SQL => sql`
  ${whoGoes(eventId, ...but)} union
  select ${waitlist.userId}, null::text from ${waitlist}
  where ${and(eq(waitlist.eventId, eventId), notInArray(waitlist.userId, but))}`;

/** Those in whose calendar an event stands. */
export const whoHoldsEntry = (eventId: number): SQL => sql`
  select ${rsvps.userId}, null::text from ${rsvps}
  where ${and(eq(rsvps.eventId, eventId), isNotNull(rsvps.calendarRevision))}`;

/** One effect for each who goes to the event, but not for who caused it, unless it stands in their calendar. */
export async function enqueueForAttendees<K extends EffectKind>(
  tx: Transaction,
  actor: Actor,
  eventId: number,
  kind: K,
  payload: Effects[K],
  now: Date,
): Promise<void> {
  await add(tx, { kind, payload, now }, { to: whoGoes(eventId, actor.id) });
}

/** The same of a change, but not for those whose confirmation has yet to be written: it tells how the event stands. */
export async function enqueueChange(
  tx: Transaction,
  actor: Actor,
  eventId: number,
  payload: Effects['event_changed'],
  now: Date,
): Promise<void> {
  const unconfirmed = (await heldConfirmations(tx, [eventId])).map(({ userId }) => userId);
  const to = sql`
    select going.id, going.email from (${whoGoes(eventId, actor.id)}) as going (id, email)
    where going.id <> all(${sql.param(unconfirmed)}::text[])`;
  await add(tx, { kind: 'event_changed', payload, now }, { to });
}

/**
 * Whose confirmation of which events nobody has begun to write, of those asked for. They are held: what writes them in
 * between would tell how the events stood before.
 */
export async function heldConfirmations(
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
  const asked = new Set(eventIds);
  return rows.flatMap(({ userId, eventIds: confirmed }) =>
    confirmed.flatMap((eventId) => (asked.has(eventId) ? [{ userId, eventId }] : [])),
  );
}
