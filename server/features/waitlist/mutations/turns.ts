import { and, eq } from 'drizzle-orm';
import type { WaitlistStatus } from '../../../../contract/waitlist.ts';
import { transaction, type Database, type Transaction } from '../../../platform/db/database.ts';
import { enqueue } from '../../../platform/mail/outbox.ts';
import { demand, notFound, Refusal } from '../../../platform/refusal.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { profileRefusal } from '../../accounts/policy.ts';
import { seeEventRefusal, type EventFacts } from '../../events/policy/event.ts';
import { placesHeld, placesOf, type Party, type Turnout } from '../../events/policy/places.ts';
import { rsvpRefusal } from '../../events/policy/rsvp.ts';
import { waitRefusal } from '../../events/policy/waitlist.ts';
import { lockedEventFacts } from '../../events/queries/event.ts';
import { lockedTurnout } from '../../rsvps/queries.ts';
import { turnOf } from '../queries/turn.ts';
import { waitlist } from '../tables.ts';
import { movePlaces } from './lapsing.ts';
import { giveUpTurns, offerPlaces } from './offers.ts';

type Work<T> = (tx: Transaction, event: EventFacts, turnout: Turnout | undefined) => Promise<T>;

/**
 * Does what moves somebody's place at an event, while the viewer's membership, the event and that somebody's account are
 * held; they are all asked for at once. Offers that have run out are let go before, in a transaction of their own: a
 * refusal would take that back. The turnout is undefined for one who is gone, or suspended.
 * @throws Refusal `not_found`
 */
export async function withTurnout<T>(
  db: Database,
  viewer: Viewer,
  eventId: number,
  userId: string,
  work: Work<T>,
  now: Date,
): Promise<T> {
  for (;;) {
    const done = await transaction(db, async (tx) => {
      const [event, turnout] = await Promise.all([
        lockedEventFacts(tx, viewer, eventId),
        lockedTurnout(tx, eventId, userId, now),
      ]);
      if (!event) throw notFound('Event');
      if (turnout?.offersDue) {
        await offerPlaces(tx, eventId, now);
        return undefined;
      }
      return { result: await work(tx, event, turnout?.isActive ? turnout : undefined) };
    });
    if (done) return done.result;
  }
}

/** @throws Refusal `suspended` for one who was suspended while they asked */
export function requireTurnout(turnout: Turnout | undefined): Turnout {
  if (!turnout) throw new Refusal('suspended', 'This account has been suspended');
  return turnout;
}

/**
 * With how many the viewer would come, or wait, if they may come at all; without a number the party stays as it is.
 * @throws Refusal `not_found`, `not_a_member`, `profile_incomplete`, `suspended`, `conflict` for an event over or cancelled
 */
export function requireParty(
  viewer: Viewer,
  event: EventFacts,
  held: Turnout | undefined,
  wanted: { guests?: number | undefined },
  now: Date,
): { turnout: Turnout; guests: number } {
  demand(rsvpRefusal(viewer, event, now));
  demand(profileRefusal(viewer, 'sign up for events'));
  const turnout = requireTurnout(held);
  return { turnout, guests: wanted.guests ?? turnout.own?.guests ?? 0 };
}

/**
 * Has the viewer wait for a place; again with other guests they keep their turn.
 * @throws Refusal `not_found`, `not_a_member`, `profile_incomplete`, `invalid` for too many guests, `full` for more of
 *   them than a place is kept for, `conflict` where one need not wait, or can't
 */
export async function joinWaitlist(
  db: Database,
  viewer: Viewer,
  eventId: number,
  wanted: { guests?: number | undefined },
  now: Date,
): Promise<OwnTurn & { joined: boolean }> {
  const work: Work<OwnTurn & { joined: boolean }> = async (tx, event, held) => {
    const joined = await waitHeld(tx, viewer, event, held, wanted, now);
    if (joined) await enqueue(tx, 'waitlist_joined', viewer.id, { eventId }, now);
    return { ...(await ownTurn(tx, viewer, event)), joined };
  };
  return withTurnout(db, viewer, eventId, viewer.id, work, now);
}

/**
 * The same for an event that is held, with the viewer's membership and account; it tells nobody.
 * @returns whether they were not on the list before
 */
export async function waitHeld(
  tx: Transaction,
  viewer: Viewer,
  event: EventFacts,
  held: Turnout | undefined,
  wanted: { guests?: number | undefined },
  now: Date,
): Promise<boolean> {
  const { turnout, guests } = requireParty(viewer, event, held, wanted, now);
  demand(waitRefusal(event, turnout, guests, now));
  if (turnout.own) await changeGuests(tx, viewer, event, { own: turnout.own, guests }, now);
  else await putOnList(tx, viewer, event, guests, now);
  return !turnout.own;
}

async function putOnList(
  tx: Transaction,
  viewer: Viewer,
  event: EventFacts,
  guests: number,
  now: Date,
): Promise<void> {
  const turn = { eventId: event.id, userId: viewer.id, guests, createdAt: now };
  await tx.insert(waitlist).values(turn);
}

interface OwnTurn {
  status: WaitlistStatus;
  position: number;
  guests: number;
}

async function ownTurn(tx: Transaction, viewer: Viewer, event: EventFacts): Promise<OwnTurn> {
  const turn = await turnOf(tx, event.id, viewer.id);
  if (!turn) throw new Error('nobody is on the list who has just been put there');
  const { position, guests, offerExpiresAt } = turn;
  return { status: offerExpiresAt ? 'offered' : 'waiting', position, guests };
}

async function changeGuests(
  tx: Transaction,
  viewer: Viewer,
  event: EventFacts,
  { own, guests }: { own: Party; guests: number },
  now: Date,
): Promise<void> {
  if (guests === own.guests) return;
  await tx
    .update(waitlist)
    .set({ guests })
    .where(and(eq(waitlist.eventId, event.id), eq(waitlist.userId, viewer.id)));
  if (own.status === 'offered') {
    await movePlaces(tx, event.id, placesOf(guests) - placesHeld(own));
  }
  if (guests < own.guests) await offerPlaces(tx, event.id, now);
}

/**
 * Takes the viewer off the list, or passes an offered place on to the next, if there is anything to give up.
 * @throws Refusal `not_found`
 */
export async function leaveWaitlist(
  db: Database,
  viewer: Viewer,
  eventId: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const event = await lockedEventFacts(tx, viewer, eventId);
    if (!event) throw notFound('Event');
    const given = await giveUpTurns(tx, viewer.id, [eventId]);
    if (given.length === 0) demand(seeEventRefusal(viewer, event));
    else await offerPlaces(tx, eventId, now);
  });
}

/**
 * Passes the place that is kept for a turn on to the next, if it is still kept.
 * @throws Refusal `not_found`
 */
export async function declineOffer(
  db: Database,
  viewer: Viewer,
  eventId: number,
  turn: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await lockedEventFacts(tx, viewer, eventId))) throw notFound('Event');
    const own = await turnOf(tx, eventId, viewer.id);
    if (own?.turn !== turn || !own.offerExpiresAt) return;
    await giveUpTurns(tx, viewer.id, [eventId]);
    await offerPlaces(tx, eventId, now);
  });
}
