import type { Database, Transaction } from '#platform/db/database.ts';
import { notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { withRsvpLock } from '#features/events/attendance/mutations/lock.ts';
import type { LockedRsvp, RsvpRow } from '#features/events/attendance/queries/state.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { endedLink } from '../policy.ts';

/** A guest's RSVP to a locked event, to be changed. */
export interface LockedGuest extends LockedRsvp {
  eventId: number;
  userId: null;
  row: RsvpRow;
}

/**
 * Runs `work` with a guest's RSVP locked. With a viewer, the facts are those of their membership, and
 * no link is spoken of.
 * @throws Refusal `not_found` for a guest who is gone
 */
export function withGuestLock<T>(
  db: Database,
  viewer: Pick<Viewer, 'id'> | null,
  { id, eventId }: { id: number; eventId: number },
  work: (tx: Transaction, event: EventFacts, guest: LockedGuest) => Promise<T>,
  now: Date,
): Promise<T> {
  const gone = () => (viewer ? notFound('Attendee') : endedLink());
  return withRsvpLock(
    db,
    viewer,
    { eventId, rsvpId: id, gone },
    (tx, event, locked) => {
      if (!locked?.row) throw gone();
      return work(tx, event, { ...locked, row: locked.row, eventId, userId: null });
    },
    now,
  );
}
