import { and, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import type { WaitlistEntry } from '#contract/events/waitlist.ts';
import { publicColumns } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import type { Reader } from '#platform/db/database.ts';
import { cursorOf, cutPage } from '#platform/http/cursor.ts';
import { waitlist } from '../tables.ts';

/** The `turn` of the last entry shown, and its position. */
const turnCursor = cursorOf(z.tuple([z.int().min(0), z.int().min(0)]));

/** Lists an event's waiting list, offers included, in order of position. */
export async function waitlistOf(
  db: Reader,
  eventId: number,
  paging: { limit: number; cursor?: string | undefined },
) {
  const [lastTurn, before] = turnCursor.decode(paging.cursor) ?? [0, 0];
  const rows = await db
    .select({
      userId: waitlist.userId,
      ...publicColumns,
      guests: waitlist.guests,
      turn: waitlist.turn,
      offerExpiresAt: waitlist.offerExpiresAt,
      createdAt: waitlist.createdAt,
    })
    .from(waitlist)
    .innerJoin(users, eq(users.id, waitlist.userId))
    .where(and(eq(waitlist.eventId, eventId), gt(waitlist.turn, lastTurn)))
    .orderBy(waitlist.turn)
    .limit(paging.limit + 1);
  const entries = rows.map((row, at) => ({ ...row, position: before + at + 1 }));
  const { items, next } = cutPage(entries, paging.limit, ({ turn, position }) =>
    turnCursor.encode([turn, position]),
  );
  return { items: items.map(toEntry), next };
}

type EntryRow = Omit<WaitlistEntry, 'status' | 'offerExpiresAt' | 'createdAt'> & {
  turn: number;
  offerExpiresAt: Date | null;
  createdAt: Date;
};

const toEntry = ({ turn: _, offerExpiresAt, createdAt, ...entry }: EntryRow): WaitlistEntry => ({
  ...entry,
  status: offerExpiresAt ? 'offered' : 'waiting',
  offerExpiresAt: offerExpiresAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});
