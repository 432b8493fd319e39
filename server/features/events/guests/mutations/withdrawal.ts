import type { SQL } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { Transaction } from '#platform/db/database.ts';
import { leaveAsGuest } from '#features/events/attendance/mutations/erasure.ts';
import { lockEvents } from '#features/events/attendance/queries/state.ts';
import { rsvpsOfAddress } from '../queries.ts';

/** Cancels and erases RSVPs that the owner of a confirmed address made as a guest to these events. */
export async function withdrawGuest(
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
