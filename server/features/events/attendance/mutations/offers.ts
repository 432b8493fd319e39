import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { listLimit, mostGuests } from '#contract/platform/limits.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { enqueueMany } from '#platform/mail/outbox.ts';
import { notFound } from '#platform/refusal.ts';
import { placesLeft, placesOf } from '../policy/places.ts';
import { placeColumns, effectiveStatus } from '#features/events/events/queries/cards.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { offerEnds } from '../policy/offer-clock.ts';
import { waitlist } from '../tables.ts';
import { expireOffers, changePlacesTaken, placesOfAll } from './expiry.ts';

/**
 * Expires old offers, then offers free places to the waiting list. The first entry that fits gets the offer; entries
 * that need more room keep their position. The caller holds the event's row lock.
 */
export async function offerPlaces(tx: Transaction, eventId: number, now: Date): Promise<void> {
  const event = await eventOf(tx, eventId);
  await expireOffers(tx, event, now);
  const until = event.status === 'scheduled' && offerEnds(now, event);
  if (!until) return;
  // Expired offers have freed places.
  let left = placesLeft(await eventOf(tx, eventId)) ?? Infinity;
  for (;;) {
    const chosen: Waiting[] = [];
    for (const party of await nextInLine(tx, eventId, left)) {
      if (placesOf(party.guests) > left) continue;
      left -= placesOf(party.guests);
      chosen.push(party);
    }
    if (chosen.length === 0) return;
    await offer(tx, eventId, chosen, until, now);
  }
}

/** Offers free places of those events that have a waiting list. The caller holds their row locks. */
export async function offerWhereOthersWait(
  tx: Transaction,
  eventIds: number[],
  now: Date,
): Promise<void> {
  const lists = await tx
    .selectDistinct({ id: waitlist.eventId })
    .from(waitlist)
    .where(inArray(waitlist.eventId, eventIds))
    .orderBy(waitlist.eventId);
  for (const { id } of lists) await offerPlaces(tx, id, now);
}

async function eventOf(tx: Transaction, eventId: number) {
  const [event] = await tx
    .select({ id: events.id, status: effectiveStatus, endTime: events.endTime, ...placeColumns })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .where(eq(events.id, eventId));
  if (!event) throw notFound('Event');
  return event;
}

/** Locks the event, then offers its free places. */
export async function lockAndOfferPlaces(db: Database, eventId: number, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    const [locked] = await tx
      .select({ id: events.id })
      .from(events)
      .where(eq(events.id, eventId))
      .for('no key update');
    if (locked) await offerPlaces(tx, eventId, now);
  });
}

interface Waiting {
  userId: string;
  guests: number;
}

/** Lists waiting entries that fit into `left` places, in order of position. */
const nextInLine = (tx: Transaction, eventId: number, left: number): Promise<Waiting[]> =>
  tx
    .select({ userId: waitlist.userId, guests: waitlist.guests })
    .from(waitlist)
    .where(
      and(
        eq(waitlist.eventId, eventId),
        isNull(waitlist.offerExpiresAt),
        lt(waitlist.guests, Math.min(left, placesOf(mostGuests))),
      ),
    )
    .orderBy(waitlist.turn)
    .limit(listLimit);

async function offer(
  tx: Transaction,
  eventId: number,
  chosen: Waiting[],
  until: Date,
  now: Date,
): Promise<void> {
  const ids = chosen.map(({ userId }) => userId);
  await tx
    .update(waitlist)
    .set({ offerExpiresAt: until })
    .where(and(eq(waitlist.eventId, eventId), inArray(waitlist.userId, ids)));
  await changePlacesTaken(tx, eventId, placesOfAll(chosen));
  const to = sql`select unnest(${sql.param(ids)}::text[]), null::text`;
  await enqueueMany(tx, { kind: 'place_offered', payload: { eventId }, now }, { to });
}

/**
 * Removes a user from the waiting lists of locked events.
 * @returns ids of the events whose list they were on
 */
export async function leaveWaitlists(
  tx: Transaction,
  userId: string,
  eventIds: number[],
): Promise<number[]> {
  const removed = await tx
    .delete(waitlist)
    .where(and(eq(waitlist.userId, userId), inArray(waitlist.eventId, eventIds)))
    .returning({
      eventId: waitlist.eventId,
      guests: waitlist.guests,
      offerExpiresAt: waitlist.offerExpiresAt,
    });
  for (const { eventId, guests, offerExpiresAt } of removed) {
    if (offerExpiresAt) await changePlacesTaken(tx, eventId, -placesOf(guests));
  }
  return removed.map(({ eventId }) => eventId);
}
