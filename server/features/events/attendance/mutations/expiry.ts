import { and, eq, gt, gte, inArray, isNotNull, lte, sql, type SQL } from 'drizzle-orm';
import type { EventStatus } from '#contract/events/events.ts';
import type { Transaction } from '#platform/db/database.ts';
import { enqueueMany, enqueue } from '#platform/mail/outbox.ts';
import { placesOf, type Party } from '../policy/places.ts';
import { events } from '#features/events/events/tables.ts';
import { closesAt, offersEndAt } from '../policy/offer-clock.ts';
import { childPlaces, guestRsvps, waitlist, waitlistParty } from '../tables.ts';
import { enqueueForGuests } from './notifications.ts';

/** An event whose row the transaction has locked. */
interface LockedEvent {
  id: number;
  status: EventStatus;
  startTime: Date;
  endTime: Date;
  rsvpClosesAt: Date | null;
}

/**
 * Deletes waiting list entries and offers that have ended, so their places can be offered again. It
 * deletes the list of an event that is cancelled or over, and unanswered offers. In the last two
 * hours every offer ends, and everybody on the list gets an email.
 */
export async function expireOffers(tx: Transaction, event: LockedEvent, now: Date): Promise<void> {
  if (event.status === 'cancelled' || event.endTime <= now) {
    await deleteWaitlistEntries(tx, event.id);
    await endGuestEntries(tx, event.id);
    return;
  }
  await endOffersBeforeClosing(tx, event, now);
  const payloadOf = ({ offerExpiresAt }: Ended) => ({
    eventId: event.id,
    offerExpiresAt: (offerExpiresAt ?? now).toISOString(),
  });
  const expired = await deleteWaitlistEntries(tx, event.id, lte(waitlist.offerExpiresAt, now));
  for (const entry of expired) {
    await enqueue(tx, 'offer_lapsed', entry.userId, payloadOf(entry), now);
  }
  for (const entry of await endGuestEntries(tx, event.id, lte(guestRsvps.offerExpiresAt, now))) {
    const email = { kind: 'offer_lapsed', payload: payloadOf(entry), now } as const;
    await enqueueForGuests(tx, email, eq(guestRsvps.id, entry.id));
  }
  if (offersEndAt(event) <= now && closesAt(event) > now) await notifyOfLastPlaces(tx, event, now);
}

/** Deletes matching entries of the list and frees the places they were offered. */
async function deleteWaitlistEntries(tx: Transaction, eventId: number, which?: SQL) {
  const deleted = await tx
    .delete(waitlist)
    .where(and(eq(waitlist.eventId, eventId), which))
    .returning({
      userId: waitlist.userId,
      ...waitlistParty,
      offerExpiresAt: waitlist.offerExpiresAt,
    });
  const withChildren = deleted.filter(({ children }) => children > 0);
  if (withChildren.length > 0) {
    const ids = withChildren.map(({ userId }) => userId);
    await tx
      .delete(childPlaces)
      .where(and(eq(childPlaces.eventId, eventId), inArray(childPlaces.userId, ids)));
  }
  await freeOffered(tx, eventId, deleted);
  return deleted;
}

interface Ended extends Party {
  offerExpiresAt: Date | null;
}

/**
 * Takes matching guests without an account off the list and frees the places they were offered. The
 * button of their page works again until the event ends.
 */
async function endGuestEntries(tx: Transaction, eventId: number, which?: SQL) {
  const ended = await tx
    .select({
      id: guestRsvps.id,
      guests: guestRsvps.guests,
      offerExpiresAt: guestRsvps.offerExpiresAt,
    })
    .from(guestRsvps)
    .where(and(eq(guestRsvps.eventId, eventId), isNotNull(guestRsvps.turn), which));
  if (ended.length === 0) return ended;
  const ids = ended.map(({ id }) => id);
  await tx
    .update(guestRsvps)
    .set({ status: 'unconfirmed', turn: null, offerExpiresAt: null })
    .where(inArray(guestRsvps.id, ids));
  await freeOffered(tx, eventId, ended);
  return ended;
}

const freeOffered = (tx: Transaction, eventId: number, ended: Ended[]): Promise<void> =>
  changePlacesTaken(
    tx,
    eventId,
    -placesOfAll(ended.filter(({ offerExpiresAt }) => offerExpiresAt !== null)),
  );

/**
 * Ends every offer two hours before RSVPs close: its holder waits again, and gets the email about
 * last places like everybody else. If an event was moved closer, offers end earlier, and their
 * holders get the new time.
 */
async function endOffersBeforeClosing(
  tx: Transaction,
  event: LockedEvent,
  now: Date,
): Promise<void> {
  const last = offersEndAt(event);
  const ends = last <= now;
  const set = { offerExpiresAt: ends ? null : last };
  const isTooLong = ({ eventId, offerExpiresAt }: typeof waitlist | typeof guestRsvps) =>
    and(eq(eventId, event.id), ends ? gte(offerExpiresAt, last) : gt(offerExpiresAt, last));
  const members = await tx
    .update(waitlist)
    .set(set)
    .where(isTooLong(waitlist))
    .returning({ userId: waitlist.userId, ...waitlistParty });
  const guests = await tx
    .update(guestRsvps)
    .set(set)
    .where(isTooLong(guestRsvps))
    .returning({ id: guestRsvps.id, guests: guestRsvps.guests });
  if (ends) return changePlacesTaken(tx, event.id, -placesOfAll([...members, ...guests]));
  const email = { kind: 'place_offered', payload: { eventId: event.id }, now } as const;
  for (const { userId } of members) await enqueue(tx, email.kind, userId, email.payload, now);
  const ids = guests.map(({ id }) => id);
  await enqueueForGuests(tx, email, inArray(guestRsvps.id, ids));
}

/** Emails everybody on the list about the last places, once for each closing time. */
async function notifyOfLastPlaces(tx: Transaction, event: LockedEvent, now: Date): Promise<void> {
  const closing = closesAt(event);
  const isUnnotified = ({ eventId, lastPlacesOf }: typeof waitlist | typeof guestRsvps) =>
    and(eq(eventId, event.id), sql`${lastPlacesOf} is distinct from ${closing}`);
  const members = await tx
    .update(waitlist)
    .set({ lastPlacesOf: closing })
    .where(isUnnotified(waitlist))
    .returning({ id: waitlist.userId });
  const guests = await tx
    .update(guestRsvps)
    .set({ lastPlacesOf: closing })
    .where(and(isUnnotified(guestRsvps), isNotNull(guestRsvps.turn)))
    .returning({ id: guestRsvps.id });
  const email = { kind: 'last_places', payload: { eventId: event.id }, now } as const;
  if (members.length > 0) {
    const ids = members.map(({ id }) => id);
    const to = sql`select unnest(${sql.param(ids)}::text[]), null::text`;
    await enqueueMany(tx, email, { to });
  }
  const guestIds = guests.map(({ id }) => id);
  await enqueueForGuests(tx, email, inArray(guestRsvps.id, guestIds));
}

export const placesOfAll = (entries: Party[]): number =>
  entries.reduce((sum, party) => sum + placesOf(party), 0);

/**
 * Keeps the count at 0 or more: the previous version doesn't count places, and may run beside it.
 */
export async function changePlacesTaken(
  tx: Transaction,
  eventId: number,
  by: number,
): Promise<void> {
  if (by === 0) return;
  await tx
    .update(events)
    .set({ placesTaken: sql`greatest(${events.placesTaken} + ${by}, 0)` })
    .where(eq(events.id, eventId));
}
