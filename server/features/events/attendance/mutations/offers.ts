import { and, eq, inArray, sql } from 'drizzle-orm';
import { listLimit, mostChildren, mostGuests } from '#contract/platform/limits.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { enqueueMany } from '#platform/mail/outbox.ts';
import { notFound } from '#platform/refusal.ts';
import { placesLeft, placesOf, type Party } from '../policy/places.ts';
import { placeColumns, effectiveStatus } from '#features/events/events/queries/cards.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { offerEnds } from '../policy/offer-clock.ts';
import { hasWaitlist, placesIn } from '../queries/state.ts';
import { guestRsvps, waitlist } from '../tables.ts';
import { removeChildren } from './entries.ts';
import { expireOffers, changePlacesTaken, placesOfAll } from './expiry.ts';
import { enqueueForGuests } from './notifications.ts';

/**
 * Expires old offers, then offers free places to the waiting list. The first entry that fits gets
 * the offer; entries that need more room keep their position. The caller holds the event's row
 * lock.
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
      if (placesOf(party) > left) continue;
      left -= placesOf(party);
      chosen.push(party);
    }
    if (chosen.length === 0) return;
    await writeOffers(tx, eventId, chosen, until, now);
  }
}

/**
 * Offers free places of those events that have a waiting list. The caller holds their row locks.
 */
export async function offerWhereOthersWait(
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

interface Waiting extends Party {
  /** Null for a guest without an account. */
  userId: string | null;
  guestId: number | null;
}

/** Lists waiting entries that fit into `left` places, in order of position. */
async function nextInLine(tx: Transaction, eventId: number, left: number): Promise<Waiting[]> {
  const most = Math.min(left, placesOf({ guests: mostGuests, children: mostChildren }));
  const { rows } = await tx.execute<Waiting & Record<string, unknown>>(sql`
    (select user_id as "userId", null::int as "guestId", self, children, guests, turn from ${waitlist}
      where event_id = ${eventId} and offer_expires_at is null and ${placesIn(waitlist)} <= ${most}
      order by turn limit ${listLimit})
    union all
    (select null, id, true, 0, guests, turn from ${guestRsvps}
      where event_id = ${eventId} and turn is not null and offer_expires_at is null and 1 + guests <= ${most}
      order by turn limit ${listLimit})
    order by turn limit ${listLimit}`);
  return rows;
}

async function writeOffers(
  tx: Transaction,
  eventId: number,
  chosen: Waiting[],
  until: Date,
  now: Date,
): Promise<void> {
  const email = { kind: 'place_offered', payload: { eventId }, now } as const;
  const set = { offerExpiresAt: until };
  await changePlacesTaken(tx, eventId, placesOfAll(chosen));
  const userIds = chosen.flatMap(({ userId }) => userId ?? []);
  if (userIds.length > 0) {
    await tx
      .update(waitlist)
      .set(set)
      .where(and(eq(waitlist.eventId, eventId), inArray(waitlist.userId, userIds)));
    const to = sql`select unnest(${sql.param(userIds)}::text[]), null::text`;
    await enqueueMany(tx, email, { to });
  }
  const guestIds = chosen.flatMap(({ guestId }) => guestId ?? []);
  if (guestIds.length > 0) {
    await tx.update(guestRsvps).set(set).where(inArray(guestRsvps.id, guestIds));
    await enqueueForGuests(tx, email, inArray(guestRsvps.id, guestIds));
  }
}

/**
 * Removes a user from the waiting lists of locked events.
 * @returns ids of the events whose list they were on
 */
export async function leaveWaitlists(
  tx: Transaction,
  userId: string,
  eventIds: number[],
  now: Date,
): Promise<number[]> {
  const removed = await tx
    .delete(waitlist)
    .where(and(eq(waitlist.userId, userId), inArray(waitlist.eventId, eventIds)))
    .returning({
      eventId: waitlist.eventId,
      children: waitlist.children,
      places: placesIn(waitlist),
      offerExpiresAt: waitlist.offerExpiresAt,
    });
  for (const { eventId, places, offerExpiresAt } of removed) {
    if (offerExpiresAt) await changePlacesTaken(tx, eventId, -places);
  }
  const withChildren = removed.filter(({ children }) => children > 0);
  await removeChildren(
    tx,
    userId,
    withChildren.map(({ eventId }) => eventId),
    now,
  );
  return removed.map(({ eventId }) => eventId);
}
