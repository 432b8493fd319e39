import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { WaitlistEntry } from '#contract/events/waitlist.ts';
import { users } from '#features/base/accounts/tables.ts';
import type { Reader } from '#platform/db/database.ts';
import { cursorOf, cutPage } from '#platform/http/cursor.ts';
import { guestRsvps, waitlist } from '../tables.ts';

/** The `turn` of the last entry shown, and its position. */
const turnCursor = cursorOf(z.tuple([z.int().min(0), z.int().min(0)]));

/** Lists members and guests on an event's waiting list, offers included, in order of position. */
export async function waitlistOf(
  db: Reader,
  eventId: number,
  paging: { limit: number; cursor?: string | undefined },
) {
  const [lastTurn, before] = turnCursor.decode(paging.cursor) ?? [0, 0];
  const most = paging.limit + 1;
  const { rows } = await db.execute<EntryRow & Record<string, unknown>>(sql`
    (select ${waitlist.userId} as "userId", null::int as "guestId", ${users.firstName} as "firstName",
        ${users.profileImageUrl} as "profileImageUrl", ${waitlist.guests} as guests, ${waitlist.turn} as turn,
        ${waitlist.offerExpiresAt} as "offerExpiresAt", ${waitlist.createdAt} as "createdAt"
      from ${waitlist} join ${users} on ${users.id} = ${waitlist.userId}
      where ${waitlist.eventId} = ${eventId} and ${waitlist.turn} > ${lastTurn}
      order by ${waitlist.turn} limit ${most})
    union all
    (select null, ${guestRsvps.id}, ${guestRsvps.firstName}, null, ${guestRsvps.guests}, ${guestRsvps.turn},
        ${guestRsvps.offerExpiresAt}, ${guestRsvps.confirmedAt}
      from ${guestRsvps} where ${guestRsvps.eventId} = ${eventId} and ${guestRsvps.turn} > ${lastTurn}
      order by ${guestRsvps.turn} limit ${most})
    order by turn limit ${most}`);
  const entries = rows.map((row, at) => ({ ...row, position: before + at + 1 }));
  const { items, next } = cutPage(entries, paging.limit, ({ turn, position }) =>
    turnCursor.encode([Number(turn), position]),
  );
  return { items: items.map(toEntry), next };
}

interface EntryRow {
  /** Null for a guest without an account. */
  userId: string | null;
  guestId: number | null;
  firstName: string | null;
  profileImageUrl: string | null;
  guests: number;
  turn: string;
  offerExpiresAt: string | null;
  createdAt: string;
}

const toEntry = (row: EntryRow & { position: number }): WaitlistEntry => ({
  kind: row.userId === null ? 'guest' : 'member',
  id: row.userId ?? row.guestId ?? 0,
  userId: row.userId,
  firstName: row.firstName ?? '',
  profileImageUrl: row.profileImageUrl,
  guests: row.guests,
  position: row.position,
  status: row.offerExpiresAt ? 'offered' : 'waiting',
  offerExpiresAt: row.offerExpiresAt && new Date(row.offerExpiresAt).toISOString(),
  createdAt: new Date(row.createdAt).toISOString(),
});
