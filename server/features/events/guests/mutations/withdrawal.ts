import { gt, type SQL } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { Transaction } from '#platform/db/database.ts';
import { leaveAsGuest } from '#features/events/attendance/mutations/erasure.ts';
import { lockEvents } from '#features/events/attendance/mutations/lock.ts';
import { events } from '#features/events/events/tables.ts';
import { rsvpsOfAddress } from '../queries.ts';

/** Cancels and erases every RSVP that the owner of a confirmed address made as a guest. */
export const withdrawGuest = (tx: Transaction, email: CleanText, now: Date): Promise<void> =>
  cancelMatching(tx, email, undefined, now);

/** Cancels and erases only those of events to come, once the address is suspended. */
export const withdrawGuestFromUpcoming = (
  tx: Transaction,
  email: CleanText,
  now: Date,
): Promise<void> => cancelMatching(tx, email, gt(events.endTime, now), now);

async function cancelMatching(
  tx: Transaction,
  email: CleanText,
  which: SQL | undefined,
  now: Date,
): Promise<void> {
  const own = await rsvpsOfAddress(tx, email, which);
  const eventIds = own.map(({ eventId }) => ({ id: eventId }));
  const locked = await lockEvents(tx, eventIds, undefined);
  // Read again under the events' locks, under which every RSVP changes.
  for (const row of await rsvpsOfAddress(tx, email, which))
    if (locked.includes(row.eventId)) await leaveAsGuest(tx, row, now);
}
