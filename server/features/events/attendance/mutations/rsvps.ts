import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { demand } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { seeEventRefusal, type EventFacts } from '#features/events/events/policy/event.ts';
import { lockEventFacts } from '#features/events/events/queries/event.ts';
import { attendRefusal, placesOf, placesTakenBy } from '../policy/places.ts';
import { joinWaitlistRefusal } from '../policy/waitlist.ts';
import type { LockedRsvp } from '../queries/state.ts';
import type { RsvpStatus } from '../tables.ts';
import { moveChildrenHere, writeChildren } from './children.ts';
import { requireAttendance, withRsvpLock, type RequestedParty } from './lock.ts';
import { enqueueCalendarRemoval, enqueueForOne, notifyOtherAdults } from './notifications.ts';
import { offerPlaces } from './offers.ts';
import {
  removeRsvps,
  writeRsvp,
  type EndedRsvp,
  type Entry,
  type AnswerNote,
  type Target,
} from './rows.ts';

/** The RSVP that a viewer asks for; they get emails only with `confirm`. */
export interface Request extends RequestedParty {
  status: 'going' | 'waiting';
  confirm: boolean;
  answerNote?: AnswerNote;
}

/**
 * Creates the viewer's RSVP or changes its people, and accepts an offered place. Whoever isn't
 * named stays.
 * @returns whether this call created the RSVP
 * @throws Refusal `not_found`, `not_a_member`, `profile_incomplete`, `invalid` for too many guests,
 * `full`, `conflict` for an event that is over or cancelled, or whose RSVPs have closed
 */
export const attend = (
  db: Database,
  viewer: Viewer,
  eventId: number,
  wanted: RequestedParty,
  now: Date,
): Promise<boolean> =>
  withRsvpLock(
    db,
    viewer,
    { eventId, userId: viewer.id },
    (tx, event, locked) => {
      const asked = { ...wanted, status: 'going', confirm: true } as const;
      return rsvpInTransaction(tx, viewer, event, locked, asked, now);
    },
    now,
  );

/**
 * Gives the viewer a place or a turn inside a transaction that holds the lock of the RSVP, or changes
 * the people of the one they have.
 * @returns whether the place or the turn is new
 */
export async function rsvpInTransaction(
  tx: Transaction,
  viewer: Viewer,
  event: EventFacts,
  locked: LockedRsvp | undefined,
  wanted: Request,
  now: Date,
): Promise<boolean> {
  const { state, party } = requireAttendance(viewer, event, locked, wanted, now);
  const held = await moveChildrenHere(tx, event.id, viewer.id, wanted.who, now);
  const waits = wanted.status === 'waiting';
  const refusal = waits ? joinWaitlistRefusal : attendRefusal;
  demand(refusal(event, { ...state, held }, party, now));
  const status = waits && state.own ? undefined : wanted.status;
  const target = { eventId: event.id, userId: viewer.id, ...state };
  return changeRsvp(tx, target, { ...wanted, status, party, held }, now);
}

interface Change extends Entry, Pick<Request, 'who' | 'confirm'> {
  /** Places that their children held by another adult's RSVP, which are free now. */
  held?: number;
  /** An organiser has admitted them, and the email says so. */
  admitted?: boolean;
}

/**
 * Changes a party’s status at a locked event and who is in it, for any kind of RSVP: writes the
 * RSVP, counts the event anew, tells those concerned, and offers places that became free.
 * @returns whether its status is new
 */
export async function changeRsvp(
  tx: Transaction,
  target: Target,
  change: Change,
  now: Date,
): Promise<boolean> {
  const { eventId, userId, own, row } = target;
  const { party, status, who, confirm, held = 0 } = change;
  const isNew = status !== undefined && row?.status !== status;
  const { id: rsvpId, hasList } = await writeRsvp(tx, target, change, now);
  if (who && userId !== null) {
    const childIds = await writeChildren(tx, { eventId, rsvpId }, who.household);
    if (confirm) await notifyOtherAdults(tx, { eventId, userId, childIds }, now);
  }
  const before = own ? (isNew ? placesTakenBy(own) : placesOf(own)) : 0;
  const hasFreed = held > 0 || placesOf(party) < before;
  if (isNew && confirm) await confirmTo(tx, { ...target, rsvpId }, change, now);
  if (hasFreed && hasList) await offerPlaces(tx, eventId, now);
  return isNew;
}

const confirmTo = (
  tx: Transaction,
  { eventId, userId, rsvpId }: Target & { rsvpId: number },
  { status, admitted }: Change,
  now: Date,
): Promise<unknown> => {
  const to = userId === null ? { rsvpId } : { userId };
  if (admitted) return enqueueForOne(tx, to, 'let_in', { eventId }, now);
  return status === 'waiting'
    ? enqueueForOne(tx, to, 'waitlist_joined', { eventId }, now)
    : enqueueForOne(tx, to, 'rsvp_confirmed', { eventIds: [eventId] }, now);
};

/**
 * Deletes the viewer's RSVP if they go, and offers its places to the waiting list.
 * @throws Refusal `not_found`
 */
export const cancelRsvp = (
  db: Database,
  viewer: Viewer,
  eventId: number,
  now: Date,
): Promise<void> => leaveAs(db, viewer, eventId, ['going'], now);

/**
 * Removes the viewer from the waiting list and offers their place, if any, to the next.
 * @throws Refusal `not_found`
 */
export const leaveWaitlist = (
  db: Database,
  viewer: Viewer,
  eventId: number,
  now: Date,
): Promise<void> => leaveAs(db, viewer, eventId, ['waiting', 'offered'], now);

const leaveAs = (
  db: Database,
  viewer: Viewer,
  eventId: number,
  statuses: RsvpStatus[],
  now: Date,
): Promise<void> =>
  transaction(db, async (tx) => {
    const event = await lockEventFacts(tx, viewer, eventId);
    const ended = await leaveEvents(tx, viewer.id, [eventId], statuses, now);
    if (ended.length === 0) demand(seeEventRefusal(viewer, event));
    await enqueueCalendarRemoval(tx, { userId: viewer.id }, ended, now);
  });

/** Deletes a member's RSVPs of these statuses to locked events, and offers their places. */
export async function leaveEvents(
  tx: Transaction,
  userId: string,
  eventIds: number[],
  statuses: readonly RsvpStatus[],
  now: Date,
): Promise<EndedRsvp[]> {
  const ended = await removeRsvps(tx, userId, eventIds, statuses, now);
  for (const { eventId, hasList } of ended) if (hasList) await offerPlaces(tx, eventId, now);
  return ended;
}
