import {
  and,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
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
import { dropUnsentPushes, enqueuePushes, type News } from '#platform/push/outbox.ts';
import { debounceTime } from '#platform/mail/throttle.ts';
import type { Actor } from '#platform/viewer.ts';
import { events } from '#features/events/events/tables.ts';
import { mailPreferences } from '#features/base/mail/tables.ts';
import { wantsNews } from '#features/base/notifications/queries.ts';
import { organises } from '#features/community/membership/queries/membership.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { childAdults } from '#features/events/household/tables.ts';
import { comingOrWaiting, hasStatus, isAt, isOfMember } from '../queries/rsvps.ts';
import { attendeeKeyOf, isOf, type AttendeeKey, type RsvpRow } from '../queries/state.ts';
import { rsvps } from '../tables.ts';

/** An event whose RSVP has ended, and the revision that their calendar holds. */
type Entry = Pick<RsvpRow, 'eventId' | 'calendarRevision'>;

/**
 * Enqueues what an unconfirmed address did not get in full: one confirmation for all its events, and
 * one email for each place on a waiting list.
 */
export async function enqueuePostponedEmails(
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<void> {
  const held = await tx
    .select({ eventId: rsvps.eventId, status: rsvps.status })
    .from(rsvps)
    .innerJoin(events, eq(events.id, rsvps.eventId))
    .where(
      and(
        isOfMember(userId, 'going', 'waiting'),
        isNull(rsvps.calendarRevision),
        gt(events.endTime, now),
      ),
    )
    .orderBy(events.startTime, events.id);
  const going = held.filter(({ status }) => status === 'going').map(({ eventId }) => eventId);
  if (going.length > 0) await enqueue(tx, 'rsvp_confirmed', userId, { eventIds: going }, now);
  for (const { eventId, status } of held)
    if (status === 'waiting') await enqueue(tx, 'waitlist_joined', userId, { eventId }, now);
}

/**
 * Enqueues one email that removes events from the calendar they were added to. A guest who is erased
 * gets none.
 */
export async function enqueueCalendarRemoval(
  tx: Transaction,
  key: AttendeeKey,
  left: Entry[],
  now: Date,
): Promise<void> {
  const entries = left.flatMap(({ eventId, calendarRevision }) =>
    calendarRevision === null ? [] : [{ eventId, calendarRevision }],
  );
  if (entries.length > 0) await enqueueForOne(tx, key, 'rsvp_withdrawn', { entries }, now);
}

/**
 * Records which revision of each event a recipient's calendar was sent, or that it was removed. A
 * user who cancelled while the email was on its way gets another that removes the event again.
 */
export async function recordCalendar(
  tx: Transaction,
  recipient: Pick<Recipient, 'id' | 'guestId'>,
  { entries }: CalendarPart,
  now: Date,
): Promise<void> {
  const cancelled: Entry[] = [];
  const key = attendeeKeyOf(recipient);
  for (const { eventId, revision, isOff } of entries) {
    const added = sql`greatest(${rsvps.calendarRevision}, ${revision})`;
    const recorded = await tx
      .update(rsvps)
      .set({ calendarRevision: isOff ? null : added })
      .where(and(isAt(eventId, 'going'), isOf(key)))
      .returning({ id: rsvps.id });
    if (!isOff && recorded.length === 0) cancelled.push({ eventId, calendarRevision: revision });
  }
  await enqueueCalendarRemoval(tx, key, cancelled, now);
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
  const goes = sql`exists (select from ${rsvps} where ${rsvps.eventId} = ${events.id}
    and ${rsvps.userId} = ${userId} and ${rsvps.status} = 'going')`;
  const left = await tx
    .select({ eventId: events.id, calendarRevision: events.revision })
    .from(events)
    .where(and(inArray(events.id, eventIds), not(goes)))
    .orderBy(events.id);
  await enqueueCalendarRemoval(tx, { userId }, left, now);
}

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

/**
 * Enqueues an email to everybody who answers for a matching RSVP, once with a unique key. Nobody
 * answers for what was added by hand, or erased.
 * @returns the number of recipients
 */
export async function enqueueForRsvps<K extends GuestEmailKind>(
  tx: Transaction,
  email: Email<K>,
  which: SQL | undefined,
  uniqueKey?: string,
): Promise<number> {
  const to = sql`
    select ${rsvps.userId}, ${rsvps.email},
      case when ${rsvps.userId} is null then jsonb_build_object('guestId', ${rsvps.id}) else '{}' end
    from ${rsvps} where ${and(sql`num_nulls(${rsvps.userId}, ${rsvps.email}) = 1`, which)}
    order by ${rsvps.userId} is null, ${rsvps.createdAt}, ${rsvps.id}`;
  return enqueueMany(tx, email, {
    to,
    hasExtraPayload: true,
    ...(uniqueKey !== undefined && {
      uniqueKey: sql`${`${uniqueKey}:`} || coalesce(recipient.id, 'guest:' || (recipient.extra ->> 'guestId'))`,
    }),
  });
}

/** Tells the members of matching RSVPs on their devices alone. */
export const enqueueOnDevices = (tx: Transaction, news: News, which: SQL | undefined) =>
  enqueuePushes(
    tx,
    news,
    sql`select ${rsvps.userId} as user_id from ${rsvps} where ${which}
      order by ${rsvps.createdAt}, ${rsvps.id}`,
  );

/** Enqueues an email to the person who answers for an RSVP. */
export const enqueueForOne = <K extends GuestEmailKind>(
  tx: Transaction,
  key: AttendeeKey,
  kind: K,
  payload: EmailPayloads[K],
  now: Date,
): Promise<unknown> =>
  'userId' in key
    ? enqueue(tx, kind, key.userId, payload, now)
    : enqueueForRsvps(tx, { kind, payload, now }, isOf(key));

/** Matches everybody but these users, who are only notified if their calendar holds the event. */
const isNobodyOf = (...userIds: string[]) =>
  or(isNull(rsvps.userId), notInArray(rsvps.userId, userIds), isNotNull(rsvps.calendarRevision));

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
  const which = and(isAt(eventId, ...comingOrWaiting), isNobodyOf(...but));
  await enqueueForRsvps(tx, email, which, uniqueKey);
}

/** A cancellation is sent after five minutes, in which it can be undone unnoticed. */
export const cancellationsDue = (now: Date): Date => new Date(now.getTime() + debounceTime);

/** Deletes the news of an event's cancellation that nobody has begun to send. */
export async function dropUnsentCancellations(tx: Transaction, eventId: number): Promise<void> {
  await dropUnsentPushes(tx, 'event_cancelled', `event:${eventId}`);
  await tx
    .delete(outbox)
    .where(
      and(
        eq(outbox.kind, 'event_cancelled'),
        eq(outbox.throttleKey, `event:${eventId}`),
        isNull(outbox.uniqueKey),
        eq(outbox.attempts, 0),
        isNull(outbox.doneAt),
        isNull(outbox.deadAt),
      ),
    );
}

/**
 * Enqueues an email to attendees and people on the waiting list who have been emailed about the
 * event's cancellation since then.
 */
export async function enqueueForNotified<K extends GuestEmailKind>(
  tx: Transaction,
  email: Email<K>,
  eventId: number,
  since: Date,
): Promise<void> {
  const isSent = sql`attempts > 0 and dead_at is null and coalesce(done_at, 'infinity') >= ${since}
    and (kind = 'event_cancelled' and cause = ${`event:${eventId}`}
      or kind in ('series_cancelled', 'series_changed') and payload -> 'before' ? ${String(eventId)})`;
  const wasNotified = sql`(
    exists (select from ${outbox} where recipient_id = ${rsvps.userId} and ${isSent})
    or exists (select from ${outbox} where payload ->> 'guestId' = ${rsvps.id}::text and ${isSent}))`;
  await enqueueForRsvps(tx, email, and(isAt(eventId, ...comingOrWaiting), wasNotified));
}

/** Enqueues an email to those whose calendar holds the event, and to every guest. */
export const enqueueForCalendarsAndGuests = <K extends GuestEmailKind>(
  tx: Transaction,
  email: Email<K>,
  eventId: number,
): Promise<number> =>
  enqueueForRsvps(
    tx,
    email,
    and(
      isAt(eventId, ...comingOrWaiting),
      or(isNull(rsvps.userId), isNotNull(rsvps.calendarRevision)),
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
  const which = and(isAt(eventId, 'going'), isNobodyOf(actor.id));
  await enqueueForRsvps(tx, { kind, payload, now }, which);
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
  const isConfirmed = or(isNull(rsvps.userId), notInArray(rsvps.userId, unconfirmed));
  const which = and(isAt(eventId, 'going'), isNobodyOf(actor.id), isConfirmed);
  await enqueueForRsvps(tx, { kind: 'event_changed', payload, now }, which);
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
      where ${and(inArray(rsvps.eventId, eventIds), hasStatus('going'), isNull(rsvps.calendarRevision))}) as unconfirmed
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

interface ChildrenAnswered {
  eventId: number;
  userId: string;
  childIds: number[];
  /** How many other dates of the series were answered along with this one. */
  otherDates?: number;
}

/** Emails the other adults of children that one adult has answered for. */
export async function notifyOtherAdults(
  tx: Transaction,
  { eventId, userId, childIds, otherDates }: ChildrenAnswered,
  now: Date,
): Promise<void> {
  if (childIds.length === 0) return;
  const others = await tx
    .select({
      userId: childAdults.userId,
      childIds: sql<number[]>`array_agg(${childAdults.childId} order by ${childAdults.childId})`,
    })
    .from(childAdults)
    .where(and(inArray(childAdults.childId, childIds), ne(childAdults.userId, userId)))
    .groupBy(childAdults.userId)
    .orderBy(childAdults.userId);
  for (const other of others) {
    const payload = { eventId, childIds: other.childIds, ...(otherDates && { otherDates }) };
    await enqueue(tx, 'child_answered', other.userId, payload, now);
  }
}

/** Tells the organisers who chose to hear of it that their event is full. */
export async function notifyOfFullEvent(
  tx: Transaction,
  groupId: number,
  eventId: number,
  now: Date,
): Promise<void> {
  const to = sql`select ${memberships.userId}, null::text
    from ${memberships}
    where ${organises(groupId)} and ${wantsNews('fullEvents', memberships.userId)}`;
  await enqueueMany(tx, { kind: 'event_full', payload: { groupId, eventId }, now }, { to });
}
