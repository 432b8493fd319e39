import { and, eq, gt, gte, lte, sql, type SQL } from 'drizzle-orm';
import type { EventStatus } from '../../../../contract/events.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { add, enqueue } from '../../../platform/mail/outbox.ts';
import { placesOf } from '../../events/policy/places.ts';
import { events } from '../../events/tables.ts';
import { closesAt, offersEndAt } from '../policy/offer-clock.ts';
import { waitlist } from '../tables.ts';

/** An event whose row is held until the transaction ends. */
interface LockedEvent {
  id: number;
  status: EventStatus;
  startTime: Date;
  endTime: Date;
  rsvpClosesAt: Date | null;
}

/**
 * Ends what its time has ended, so that the places can be offered again: the list of an event that is cancelled or over,
 * offers that nobody has answered, and in the last two hours every offer, of which all who wait are told.
 */
export async function lapseOffers(tx: Transaction, event: LockedEvent, now: Date): Promise<void> {
  if (event.status === 'cancelled' || event.endTime <= now) {
    await takeOff(tx, event.id);
    return;
  }
  await keepToClosing(tx, event, now);
  const lapsed = await takeOff(tx, event.id, lte(waitlist.offerExpiresAt, now));
  for (const { userId, offerExpiresAt } of lapsed) {
    const payload = { eventId: event.id, offerExpiresAt: (offerExpiresAt ?? now).toISOString() };
    await enqueue(tx, 'offer_lapsed', userId, payload, now);
  }
  if (offersEndAt(event) <= now && closesAt(event) > now) await tellLastPlaces(tx, event, now);
}

/** Those who are off the list now; the places that were kept for them are free. */
async function takeOff(tx: Transaction, eventId: number, which?: SQL) {
  const off = await tx
    .delete(waitlist)
    .where(and(eq(waitlist.eventId, eventId), which))
    .returning({
      userId: waitlist.userId,
      guests: waitlist.guests,
      offerExpiresAt: waitlist.offerExpiresAt,
    });
  const offered = off.filter(({ offerExpiresAt }) => offerExpiresAt !== null);
  await movePlaces(tx, eventId, -sumOf(offered));
  return off;
}

/**
 * No offer stands in the last two hours: whoever has one then waits again, and is told of the last places like all
 * others. An event that now starts, or closes, earlier takes its offers along, and whoever has one is told its new hour.
 */
async function keepToClosing(tx: Transaction, event: LockedEvent, now: Date): Promise<void> {
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
  if (ends) return movePlaces(tx, event.id, -sumOf(tooLong));
  for (const { userId } of tooLong) {
    await enqueue(tx, 'place_offered', userId, { eventId: event.id }, now);
  }
}

/** Once to each for one closing. */
async function tellLastPlaces(tx: Transaction, event: LockedEvent, now: Date): Promise<void> {
  const closing = closesAt(event);
  const untold = await tx
    .update(waitlist)
    .set({ lastPlacesOf: closing })
    .where(
      and(
        eq(waitlist.eventId, event.id),
        sql`${waitlist.lastPlacesOf} is distinct from ${closing}`,
      ),
    )
    .returning({ userId: waitlist.userId });
  if (untold.length === 0) return;
  const ids = untold.map(({ userId }) => userId);
  const to = sql`select unnest(${sql.param(ids)}::text[]), null::text`;
  await add(tx, { kind: 'last_places', payload: { eventId: event.id }, now }, { to });
}

export const sumOf = (parties: { guests: number }[]): number =>
  parties.reduce((sum, { guests }) => sum + placesOf(guests), 0);

/** Never below nothing: the version before doesn't count places, and may have run beside this one. */
export async function movePlaces(tx: Transaction, eventId: number, by: number): Promise<void> {
  if (by === 0) return;
  await tx
    .update(events)
    .set({ placesTaken: sql`greatest(${events.placesTaken} + ${by}, 0)` })
    .where(eq(events.id, eventId));
}
