import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { seeEventRefusal, type EventFacts } from '#features/events/events/policy/event.ts';
import { attendRefusal, type AttendanceState } from '../policy/places.ts';
import { lockEventFacts } from '#features/events/events/queries/event.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { changeChildren } from './children.ts';
import { deleteRsvps, upsertRsvp } from './entries.ts';
import { requireAttendance, withAttendanceLock, type Wanted } from './lock.ts';
import { offerPlaces } from './offers.ts';
import { enqueueConfirmation, enqueueCalendarRemoval } from './notifications.ts';

/**
 * Creates the viewer's RSVP or changes its people, and accepts an offered place. Whoever isn't
 * named stays.
 * @returns whether this call created the RSVP
 * @throws Refusal `not_found`, `not_a_member`, `profile_incomplete`, `invalid` for too many guests,
 * `full`, `conflict` for an event that is over or cancelled, or whose RSVPs have closed
 */
export async function attend(
  db: Database,
  viewer: Viewer,
  eventId: number,
  wanted: Wanted,
  now: Date,
): Promise<boolean> {
  return withAttendanceLock(
    db,
    viewer,
    eventId,
    viewer.id,
    (tx, event, locked) =>
      attendInTransaction(tx, viewer, event, locked, { ...wanted, confirm: true }, now),
    now,
  );
}

/**
 * Attends inside a transaction that holds the attendance lock. The viewer gets an email only with
 * `confirm`.
 */
export async function attendInTransaction(
  tx: Transaction,
  viewer: Viewer,
  event: EventFacts,
  locked: AttendanceState | undefined,
  wanted: Wanted & { confirm: boolean },
  now: Date,
): Promise<boolean> {
  const { state, party } = requireAttendance(viewer, event, locked, wanted, now);
  const held = await changeChildren(tx, event.id, viewer.id, wanted, now);
  demand(attendRefusal(event, { ...state, held }, party, now));
  const added = state.own?.status !== 'going';
  const freed = await upsertRsvp(tx, event, viewer.id, { own: state.own, party }, now);
  if (added && wanted.confirm) await enqueueConfirmation(tx, viewer.id, [event.id], now);
  if (freed || held > 0) await offerPlaces(tx, event.id, now);
  return added;
}

/**
 * Deletes the viewer's RSVP, if any, and offers its places to the waiting list.
 * @throws Refusal `not_found`
 */
export async function cancelRsvp(
  db: Database,
  viewer: Viewer,
  eventId: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const event = await lockEventFacts(tx, viewer, eventId);
    if (!event) throw notFound('Event');
    const left = await leaveEvent(tx, eventId, viewer.id, now);
    if (!left) demand(seeEventRefusal(viewer, event));
  });
}

/**
 * Deletes an RSVP to a locked event, and offers its places to the waiting list.
 * @returns whether there was one
 */
export async function leaveEvent(
  tx: Transaction,
  eventId: number,
  userId: string,
  now: Date,
): Promise<boolean> {
  const [left] = await deleteRsvps(tx, userId, [eventId], now);
  if (left?.hasList) await offerPlaces(tx, eventId, now);
  if (left) await enqueueCalendarRemoval(tx, userId, [left], now);
  return left !== undefined;
}
