import { and, eq } from 'drizzle-orm';
import { record } from '#features/base/audit/mutations.ts';
import type { WaitlistStatus } from '#contract/events/waitlist.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { seeEventRefusal, type EventFacts } from '#features/events/events/policy/event.ts';
import { placesOf, type AttendanceState, type Party, type RsvpEntry } from '../policy/places.ts';
import { admitRefusal, manageWaitlistRefusal, joinWaitlistRefusal } from '../policy/waitlist.ts';
import { lockEventFacts } from '#features/events/events/queries/event.ts';
import { waitlistEntryOf } from '../queries/state.ts';
import { answers, waitlist } from '../tables.ts';
import { changePlacesTaken } from './expiry.ts';
import { requireAttendance, withAttendanceLock, type Wanted, type Work } from './lock.ts';
import { leaveWaitlists, offerPlaces } from './offers.ts';
import { changeChildren } from './children.ts';
import { partyColumns, upsertRsvp } from './entries.ts';

/**
 * Puts the viewer on the waiting list, or changes the people of their entry; they keep their
 * position.
 * @throws Refusal `not_found`, `not_a_member`, `profile_incomplete`, `invalid` for too many guests,
 * `full` for more guests than the offered places, `conflict` where places are free or the list has
 * ended
 */
export async function joinWaitlist(
  db: Database,
  viewer: Viewer,
  eventId: number,
  wanted: Wanted,
  now: Date,
): Promise<OwnWaitlistEntry & { joined: boolean }> {
  const work: Work<OwnWaitlistEntry & { joined: boolean }> = async (tx, event, locked) => {
    const party = { ...wanted, confirm: true };
    const joined = await joinWaitlistInTransaction(tx, viewer, event, locked, party, now);
    return { ...(await ownEntry(tx, viewer, event)), joined };
  };
  return withAttendanceLock(db, viewer, eventId, viewer.id, work, now);
}

/**
 * Joins the waiting list inside a transaction that holds the attendance lock. It sends emails only
 * with `confirm`.
 * @returns whether the entry is new
 */
export async function joinWaitlistInTransaction(
  tx: Transaction,
  viewer: Viewer,
  event: EventFacts,
  locked: AttendanceState | undefined,
  wanted: Wanted & { confirm: boolean },
  now: Date,
): Promise<boolean> {
  const { state, party } = requireAttendance(viewer, event, locked, wanted, now);
  const held = await changeChildren(tx, event.id, viewer.id, wanted, now);
  demand(joinWaitlistRefusal(event, { ...state, held }, party, now));
  if (state.own) await changePeople(tx, viewer, event, { own: state.own, party }, now);
  else await insertWaitlistEntry(tx, viewer, event, party, now);
  if (!state.own && wanted.confirm)
    await enqueue(tx, 'waitlist_joined', viewer.id, { eventId: event.id }, now);
  if (held > 0) await offerPlaces(tx, event.id, now);
  return !state.own;
}

async function insertWaitlistEntry(
  tx: Transaction,
  viewer: Viewer,
  event: EventFacts,
  party: Party,
  now: Date,
): Promise<void> {
  const entry = { eventId: event.id, userId: viewer.id, ...partyColumns(party), createdAt: now };
  await tx
    .delete(answers)
    .where(and(eq(answers.eventId, event.id), eq(answers.userId, viewer.id), answers.cant));
  await tx.insert(waitlist).values(entry);
}

interface OwnWaitlistEntry {
  status: WaitlistStatus;
  position: number;
  guests: number;
}

async function ownEntry(
  tx: Transaction,
  viewer: Viewer,
  event: EventFacts,
): Promise<OwnWaitlistEntry> {
  const entry = await waitlistEntryOf(tx, event.id, { userId: viewer.id });
  if (!entry) throw new Error('the waiting list entry just written is missing');
  const { position, guests, offerExpiresAt } = entry;
  return { status: offerExpiresAt ? 'offered' : 'waiting', position, guests };
}

async function changePeople(
  tx: Transaction,
  viewer: Viewer,
  event: EventFacts,
  { own, party }: { own: RsvpEntry; party: Party },
  now: Date,
): Promise<void> {
  await tx
    .update(waitlist)
    .set(partyColumns(party))
    .where(and(eq(waitlist.eventId, event.id), eq(waitlist.userId, viewer.id)));
  const more = placesOf(party) - placesOf(own);
  if (own.status === 'offered') await changePlacesTaken(tx, event.id, more);
  if (more < 0) await offerPlaces(tx, event.id, now);
}

/**
 * Removes the viewer from the waiting list and offers their place, if any, to the next.
 * @throws Refusal `not_found`
 */
export async function leaveWaitlist(
  db: Database,
  viewer: Viewer,
  eventId: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const event = await lockEventFacts(tx, viewer, eventId);
    if (!event) throw notFound('Event');
    const left = await leaveWaitlists(tx, viewer.id, [eventId], now);
    if (left.length === 0) demand(seeEventRefusal(viewer, event));
    else await offerPlaces(tx, eventId, now);
  });
}

/**
 * Admits a user from the waiting list, ahead of the order.
 * @returns whether this call created the RSVP
 * @throws Refusal `not_found`, `forbidden`, `full`, `conflict` for an event that is over or
 * cancelled
 */
export async function admitFromWaitlist(
  db: Database,
  viewer: Viewer,
  eventId: number,
  userId: string,
  now: Date,
): Promise<boolean> {
  return withAttendanceLock(
    db,
    viewer,
    eventId,
    userId,
    async (tx, event, attendance) => {
      demand(manageWaitlistRefusal(viewer, event));
      if (!attendance?.own) throw notFound('Person');
      if (attendance.own.status === 'going') return false;
      const { own } = attendance;
      demand(admitRefusal(event, attendance, own, now));
      await upsertRsvp(tx, event, userId, { own, party: own }, now);
      const change = { before: null, after: { userId, guests: own.guests } };
      await record(tx, viewer, 'waitlist.let_in', eventId, change, now);
      await enqueue(tx, 'let_in', userId, { eventId }, now);
      return true;
    },
    now,
  );
}
