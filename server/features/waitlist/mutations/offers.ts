import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { listLimit, mostGuests } from '../../../../contract/limits.ts';
import { transaction, type Database, type Transaction } from '../../../platform/db/database.ts';
import { add } from '../../../platform/mail/outbox.ts';
import { notFound } from '../../../platform/refusal.ts';
import { placesLeft, placesOf } from '../../events/policy/places.ts';
import { placeColumns, standsAs } from '../../events/queries/cards.ts';
import { events } from '../../events/tables.ts';
import { groups } from '../../groups/tables.ts';
import { offerEnds } from '../policy/offer-clock.ts';
import { waitlist } from '../tables.ts';
import { lapseOffers, movePlaces, sumOf } from './lapsing.ts';

/**
 * Lets offers go that have run out, and offers what is free to those who wait: the first party that fits gets it, and
 * those who are passed over keep their turn. The event must be held.
 */
export async function offerPlaces(tx: Transaction, eventId: number, now: Date): Promise<void> {
  const held = await eventOf(tx, eventId);
  await lapseOffers(tx, held, now);
  const until = held.status === 'scheduled' && offerEnds(now, held);
  if (!until) return;
  // What has run out has freed places.
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

/** The same for several events, of which most may have nobody on their list. */
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
    .select({ id: events.id, status: standsAs, endTime: events.endTime, ...placeColumns })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .where(eq(events.id, eventId));
  if (!event) throw notFound('Event');
  return event;
}

/** The same for an event that is not held yet. */
export async function settleOffers(db: Database, eventId: number, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    const [held] = await tx
      .select({ id: events.id })
      .from(events)
      .where(eq(events.id, eventId))
      .for('no key update');
    if (held) await offerPlaces(tx, eventId, now);
  });
}

interface Waiting {
  userId: string;
  guests: number;
}

/** Those who wait and could fit into so many places, in the order of their turns. */
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
  await movePlaces(tx, eventId, sumOf(chosen));
  const to = sql`select unnest(${sql.param(ids)}::text[]), null::text`;
  await add(tx, { kind: 'place_offered', payload: { eventId }, now }, { to });
}

/**
 * Takes somebody off the lists of events that are held.
 * @returns the events that they were on the list of
 */
export async function giveUpTurns(
  tx: Transaction,
  userId: string,
  eventIds: number[],
): Promise<number[]> {
  const given = await tx
    .delete(waitlist)
    .where(and(eq(waitlist.userId, userId), inArray(waitlist.eventId, eventIds)))
    .returning({
      eventId: waitlist.eventId,
      guests: waitlist.guests,
      offerExpiresAt: waitlist.offerExpiresAt,
    });
  for (const { eventId, guests, offerExpiresAt } of given) {
    if (offerExpiresAt) await movePlaces(tx, eventId, -placesOf(guests));
  }
  return given.map(({ eventId }) => eventId);
}
