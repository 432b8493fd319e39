import { and, eq, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Reader } from '../../../platform/db/database.ts';
import { waitlist } from '../tables.ts';

const ahead = alias(waitlist, 'ahead');

/** One who waits for a place at an event, or is offered one; undefined for all others. */
export async function turnOf(db: Reader, eventId: number, userId: string) {
  const [found] = await db
    .select({
      turn: waitlist.turn,
      guests: waitlist.guests,
      offerExpiresAt: waitlist.offerExpiresAt,
      position: sql<number>`(${db
        .select({ count: sql`count(*)::int` })
        .from(ahead)
        .where(and(eq(ahead.eventId, waitlist.eventId), lte(ahead.turn, waitlist.turn)))})`,
    })
    .from(waitlist)
    .where(and(eq(waitlist.eventId, eventId), eq(waitlist.userId, userId)));
  return found;
}
