import { and, eq, gt, gte, inArray, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { listLimit, maxChildren, maxGuests } from '#contract/platform/limits.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { notFound } from '#platform/refusal.ts';
import { effectiveStatus, isHidden, placeColumns } from '#features/events/events/queries/cards.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { hasArrived } from '#features/events/arrivals/queries/parties.ts';
import { isRestorable } from '#features/events/events/policy/event.ts';
import { closesAt, offerEnds, offersEndAt } from '../policy/offer-clock.ts';
import { placesLeft, placesOf } from '../policy/places.ts';
import { hasWaitlist, isAt, placesIn } from '../queries/rsvps.ts';
import { lockEvents, waitlistStateOf } from '../queries/state.ts';
import { rsvps } from '../tables.ts';
import { enqueueForRsvps } from './notifications.ts';
import { recount } from './rows.ts';

/**
 * Ends old offers, then offers free places to the waiting list. The first party that fits gets the
 * offer; those that need more room keep their position. The caller holds the event's row lock.
 */
export async function offerPlaces(tx: Transaction, eventId: number, now: Date): Promise<void> {
  const event = await eventOf(tx, eventId);
  if (await endOffers(tx, event, now)) await recount(tx, [eventId], now);
  const until = event.status === 'scheduled' && offerEnds(now, event);
  if (!until) return;
  // Offers that ended have freed places.
  const left = placesLeft(await eventOf(tx, eventId)) ?? Infinity;
  const chosen = await chooseNext(tx, eventId, left, until, now);
  if (chosen > 0) await recount(tx, [eventId], now);
}

/**
 * Counts locked events anew after people have left them, and offers their free places to those who
 * wait.
 */
export async function settleOffers(tx: Transaction, eventIds: number[], now: Date): Promise<void> {
  for (const id of await recount(tx, eventIds, now)) await offerPlaces(tx, id, now);
}

/** Offers free places of those of these locked events that have a waiting list. */
export async function offerIfOthersWait(
  tx: Transaction,
  eventIds: number[],
  now: Date,
): Promise<void> {
  const lists = await tx
    .select({ id: events.id })
    .from(events)
    .where(and(inArray(events.id, eventIds), hasWaitlist))
    .orderBy(events.id);
  for (const { id } of lists) await offerPlaces(tx, id, now);
}

/** Ends offers whose time is up before somebody reads who has one. */
export async function endExpiredOffers(db: Database, eventId: number, now: Date): Promise<void> {
  const { hasExpiredOffers } = await waitlistStateOf(db, eventId, null, now);
  if (hasExpiredOffers) await lockAndOfferPlaces(db, eventId, now);
}

/** Locks the event, then offers its free places. */
export async function lockAndOfferPlaces(db: Database, eventId: number, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    const locked = await lockEvents(tx, [{ id: eventId }], undefined);
    for (const id of locked) await offerPlaces(tx, id, now);
  });
}

async function eventOf(tx: Transaction, eventId: number) {
  const [event] = await tx
    .select({
      id: events.id,
      status: effectiveStatus,
      isHidden,
      cancelledAt: events.cancelledAt,
      endTime: events.endTime,
      ...placeColumns,
    })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .where(eq(events.id, eventId));
  if (!event) throw notFound('Event');
  return event;
}

type LockedEvent = Awaited<ReturnType<typeof eventOf>>;

/** @returns how many parties got an offer */
async function chooseNext(
  tx: Transaction,
  eventId: number,
  free: number,
  until: Date,
  now: Date,
): Promise<number> {
  let left = free;
  for (let offered = 0; ;) {
    const chosen: number[] = [];
    for (const party of await nextInLine(tx, eventId, left)) {
      if (placesOf(party) > left) continue;
      left -= placesOf(party);
      chosen.push(party.id);
    }
    if (chosen.length === 0) return offered;
    offered += chosen.length;
    const isChosen = inArray(rsvps.id, chosen);
    await tx.update(rsvps).set({ status: 'offered', offerExpiresAt: until }).where(isChosen);
    await enqueueForRsvps(tx, { kind: 'place_offered', payload: { eventId }, now }, isChosen);
  }
}

/** Lists waiting parties that fit into `left` places, in order of position. */
const nextInLine = (tx: Transaction, eventId: number, left: number) =>
  tx
    .select({
      id: rsvps.id,
      self: rsvps.self,
      children: rsvps.children,
      companions: rsvps.companions,
    })
    .from(rsvps)
    .where(
      and(
        isAt(eventId, 'waiting'),
        isNotNull(rsvps.turn),
        lte(placesIn, Math.min(left, placesOf({ companions: maxGuests, children: maxChildren }))),
      ),
    )
    .orderBy(rsvps.turn)
    .limit(listLimit);

/**
 * Ends offers whose time is up, so their places can be offered again. It ends the list of an event
 * that is over, or cancelled for good, and unanswered offers. In the last two hours every offer ends, and
 * everybody on the list gets an email.
 * @returns whether any offer or place on the list has ended
 */
async function endOffers(tx: Transaction, event: LockedEvent, now: Date): Promise<boolean> {
  const isListed = and(eq(rsvps.eventId, event.id), isNotNull(rsvps.turn));
  if (!event.isHidden && isRestorable(event, now)) return interruptOffers(tx, event.id);
  if (event.status === 'cancelled' || event.endTime <= now) return endWaitlist(tx, isListed);
  const shortened = await endOffersBeforeClosing(tx, event, now);
  const isUp = and(isListed, lte(rsvps.offerExpiresAt, now));
  const expired = await tx
    .select({ id: rsvps.id, offerExpiresAt: rsvps.offerExpiresAt })
    .from(rsvps)
    .where(isUp)
    .orderBy(rsvps.turn);
  for (const { id, offerExpiresAt } of expired) {
    const until = (offerExpiresAt ?? now).toISOString();
    const payload = { eventId: event.id, offerExpiresAt: until };
    await enqueueForRsvps(tx, { kind: 'offer_lapsed', payload, now }, eq(rsvps.id, id));
  }
  const ended = expired.length > 0 && (await endWaitlist(tx, isUp));
  if (offersEndAt(event) <= now && closesAt(event) > now) await notifyOfLastPlaces(tx, event, now);
  return shortened || ended;
}

/** Holders of offers at a cancelled event wait until it is put back. */
async function interruptOffers(tx: Transaction, eventId: number): Promise<boolean> {
  const interrupted = await tx
    .update(rsvps)
    .set({ status: 'waiting', offerExpiresAt: null, interruptedOffer: rsvps.offerExpiresAt })
    .where(isAt(eventId, 'offered'));
  return (interrupted.rowCount ?? 0) > 0;
}

/** Offers that an event's cancellation interrupted go on, where their time isn't up. */
export async function resumeOffers(tx: Transaction, eventId: number, now: Date): Promise<void> {
  const resumed = await tx
    .update(rsvps)
    .set({ status: 'offered', offerExpiresAt: rsvps.interruptedOffer })
    .where(and(isAt(eventId, 'waiting'), gt(rsvps.interruptedOffer, now)));
  await endInterruptedOffers(tx, [eventId]);
  if ((resumed.rowCount ?? 0) > 0) await recount(tx, [eventId], now);
}

/** Holders of interrupted offers wait for another one. */
export async function endInterruptedOffers(tx: Transaction, eventIds: number[]): Promise<void> {
  await tx
    .update(rsvps)
    .set({ interruptedOffer: null })
    .where(and(inArray(rsvps.eventId, eventIds), isNotNull(rsvps.interruptedOffer)));
}

/**
 * Takes matching parties off the list: members' rows go, with their children's places. The button of
 * a guest's page works again until the event ends. Whoever was let in at the door has come.
 */
async function endWaitlist(tx: Transaction, which: SQL | undefined): Promise<boolean> {
  const free = { turn: null, interruptedOffer: null, offerExpiresAt: null, lastPlacesOf: null };
  const arrived = await tx
    .update(rsvps)
    .set({ ...free, status: 'came' })
    .where(and(which, hasArrived));
  const members = await tx.delete(rsvps).where(and(which, isNotNull(rsvps.userId)));
  const guests = await tx
    .update(rsvps)
    .set({ ...free, status: 'unconfirmed' })
    .where(and(which, isNull(rsvps.userId)));
  return [arrived, members, guests].some(({ rowCount }) => (rowCount ?? 0) > 0);
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
): Promise<boolean> {
  const last = offersEndAt(event);
  const ends = last <= now;
  const changed = await tx
    .update(rsvps)
    .set(ends ? { status: 'waiting', offerExpiresAt: null } : { offerExpiresAt: last })
    .where(and(isAt(event.id, 'offered'), (ends ? gte : gt)(rsvps.offerExpiresAt, last)))
    .returning({ id: rsvps.id });
  if (changed.length === 0 || ends) return changed.length > 0;
  const email = { kind: 'place_offered', payload: { eventId: event.id }, now } as const;
  await enqueueForRsvps(tx, email, isOneOf(changed));
  return false;
}

const isOneOf = (rows: { id: number }[]) =>
  inArray(
    rsvps.id,
    rows.map(({ id }) => id),
  );

/** Emails everybody on the list about the last places, once for each closing time. */
async function notifyOfLastPlaces(tx: Transaction, event: LockedEvent, now: Date): Promise<void> {
  const closing = closesAt(event);
  const told = await tx
    .update(rsvps)
    .set({ lastPlacesOf: closing })
    .where(
      and(
        eq(rsvps.eventId, event.id),
        isNotNull(rsvps.turn),
        sql`${rsvps.lastPlacesOf} is distinct from ${closing}`,
      ),
    )
    .returning({ id: rsvps.id });
  const email = { kind: 'last_places', payload: { eventId: event.id }, now } as const;
  if (told.length > 0) await enqueueForRsvps(tx, email, isOneOf(told));
}
