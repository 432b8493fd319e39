import { and, eq, gt, gte, lte, sql, type SQL } from 'drizzle-orm';
import type { EventStatus } from '#contract/events/events.ts';
import type { Transaction } from '#platform/db/database.ts';
import { enqueueMany, enqueue } from '#platform/mail/outbox.ts';
import { placesOf } from '../policy/places.ts';
import { events } from '#features/events/events/tables.ts';
import { closesAt, offersEndAt } from '../policy/offer-clock.ts';
import { waitlist } from '../tables.ts';

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
    return;
  }
  await endOffersBeforeClosing(tx, event, now);
  const expired = await deleteWaitlistEntries(tx, event.id, lte(waitlist.offerExpiresAt, now));
  for (const { userId, offerExpiresAt } of expired) {
    const payload = { eventId: event.id, offerExpiresAt: (offerExpiresAt ?? now).toISOString() };
    await enqueue(tx, 'offer_lapsed', userId, payload, now);
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
      guests: waitlist.guests,
      offerExpiresAt: waitlist.offerExpiresAt,
    });
  const offered = deleted.filter(({ offerExpiresAt }) => offerExpiresAt !== null);
  await changePlacesTaken(tx, eventId, -placesOfAll(offered));
  return deleted;
}

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
  const { offerExpiresAt } = waitlist;
  const tooLong = await tx
    .update(waitlist)
    .set({ offerExpiresAt: ends ? null : last })
    .where(
      and(
        eq(waitlist.eventId, event.id),
        ends ? gte(offerExpiresAt, last) : gt(offerExpiresAt, last),
      ),
    )
    .returning({ userId: waitlist.userId, guests: waitlist.guests });
  if (ends) return changePlacesTaken(tx, event.id, -placesOfAll(tooLong));
  for (const { userId } of tooLong) {
    await enqueue(tx, 'place_offered', userId, { eventId: event.id }, now);
  }
}

/** Emails everybody on the list about the last places, once for each closing time. */
async function notifyOfLastPlaces(tx: Transaction, event: LockedEvent, now: Date): Promise<void> {
  const closing = closesAt(event);
  const unnotified = await tx
    .update(waitlist)
    .set({ lastPlacesOf: closing })
    .where(
      and(
        eq(waitlist.eventId, event.id),
        sql`${waitlist.lastPlacesOf} is distinct from ${closing}`,
      ),
    )
    .returning({ userId: waitlist.userId });
  if (unnotified.length === 0) return;
  const ids = unnotified.map(({ userId }) => userId);
  const to = sql`select unnest(${sql.param(ids)}::text[]), null::text`;
  await enqueueMany(tx, { kind: 'last_places', payload: { eventId: event.id }, now }, { to });
}

export const placesOfAll = (entries: { guests: number }[]): number =>
  entries.reduce((sum, { guests }) => sum + placesOf(guests), 0);

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
