import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { guestRsvps } from '#features/events/attendance/tables.ts';

/**
 * Sets whether a guest gets the organisers' messages about the event; does nothing for a guest who
 * is gone.
 */
export async function setMessages(tx: Transaction, guestId: number, on: boolean): Promise<void> {
  await tx.update(guestRsvps).set({ messages: on }).where(eq(guestRsvps.id, guestId));
}
