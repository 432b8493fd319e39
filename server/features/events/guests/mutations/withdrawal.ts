import { and, eq, gt, type SQL } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { Transaction } from '#platform/db/database.ts';
import { lockEvents } from '#features/events/attendance/mutations/lock.ts';
import { guestRsvps } from '#features/events/attendance/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { guestById } from '../queries.ts';
import { cancelPlace } from './places.ts';

/** Cancels and erases every RSVP that the owner of a confirmed address made as a guest. */
export const withdrawGuest = (tx: Transaction, email: CleanText, now: Date): Promise<void> =>
  cancelMatching(tx, eq(guestRsvps.email, email), now);

/** Cancels and erases only those of events to come, once the address is suspended. */
export const withdrawGuestFromUpcoming = (
  tx: Transaction,
  email: CleanText,
  now: Date,
): Promise<void> =>
  cancelMatching(tx, and(eq(guestRsvps.email, email), gt(events.endTime, now)), now);

async function cancelMatching(tx: Transaction, which: SQL | undefined, now: Date): Promise<void> {
  const own = await tx
    .select({ id: guestRsvps.id, eventId: guestRsvps.eventId })
    .from(guestRsvps)
    .innerJoin(events, eq(events.id, guestRsvps.eventId))
    .where(which);
  await lockEvents(
    tx,
    own.map(({ eventId }) => ({ id: eventId })),
    undefined,
  );
  for (const { id } of own) {
    const guest = await guestById(tx, id);
    if (guest?.email) await cancelPlace(tx, guest, now);
  }
}
