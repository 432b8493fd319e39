import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { offerPlaces } from '#features/events/attendance/mutations/offers.ts';
import { waitlistStateOf } from '#features/events/attendance/queries/state.ts';
import type { AttendanceState } from '#features/events/attendance/policy/places.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { lockEventFacts } from '#features/events/events/queries/event.ts';
import { attendanceOf, endedLink } from '../policy.ts';
import { lockGuest, type GuestRow } from '../queries.ts';

interface Locked {
  event: EventFacts;
  guest: GuestRow;
  attendance: AttendanceState;
}

/**
 * Runs `work` in a transaction that locks the event, under whose lock every guest of it changes.
 * Expired offers are deleted first, in a separate transaction: a refusal of `work` would restore
 * them. With a viewer, the facts are those of their membership, and no link is spoken of.
 * @throws Refusal `not_found` for a guest who is gone
 */
export async function withGuestLock<T>(
  db: Database,
  viewer: Pick<Viewer, 'id'> | null,
  { id, eventId }: { id: number; eventId: number },
  work: (tx: Transaction, locked: Locked) => Promise<T>,
  now: Date,
): Promise<T> {
  for (;;) {
    const done = await transaction(db, async (tx) => {
      const event = await lockEventFacts(tx, viewer, eventId);
      const state = await waitlistStateOf(tx, eventId, { guestId: id }, now);
      if (state.hasExpiredOffers) {
        await offerPlaces(tx, eventId, now);
        return undefined;
      }
      const guest = await lockGuest(tx, id);
      if (!event || !guest || guest.eventId !== eventId) {
        throw viewer ? notFound('Attendee') : endedLink();
      }
      const attendance = attendanceOf(guest, state.othersWait);
      return { result: await work(tx, { event, guest, attendance }) };
    });
    if (done) return done.result;
  }
}
