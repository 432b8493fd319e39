import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Attendee } from '../../../contract/rsvps.ts';
import { UserId } from '../../../contract/values.ts';
import { publicColumns } from '../accounts/queries.ts';
import { users } from '../accounts/tables.ts';
import type { Reader } from '../../platform/db/database.ts';
import { given, statement } from '../../platform/db/fast/statements.ts';
import { cursorOf, CursorTime, cutPage } from '../../platform/http/cursor.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { rsvps } from './tables.ts';

const attendeeCursor = cursorOf(z.tuple([CursorTime, UserId]));

const isAfter = sql`(${rsvps.createdAt}, ${rsvps.userId}) > (${sql.placeholder('afterTime')}::timestamptz, ${sql.placeholder('afterUser')}::text)`;

/** Who goes, in the order they said so; names for signed-in viewers only. */
export async function attendeesOf(
  db: Reader,
  eventId: number,
  viewer: Viewer | null,
  paging: { limit: number; cursor?: string | undefined },
) {
  const after = attendeeCursor.decode(paging.cursor);
  const named = viewer !== null;
  const shape = `${after ? '_after' : ''}${named ? '_named' : ''}`;
  const list = statement(db, `attendees_of${shape}`, (sqlDb) =>
    sqlDb
      .select({
        userId: rsvps.userId,
        createdAt: rsvps.createdAt,
        ...(named ? publicColumns : {}),
      })
      .from(rsvps)
      .innerJoin(users, eq(users.id, rsvps.userId))
      .where(and(eq(rsvps.eventId, given('event', 'int')), after && isAfter))
      .orderBy(rsvps.createdAt, rsvps.userId)
      .limit(sql.placeholder('limit')),
  );
  const rows = await list.execute({
    event: eventId,
    afterTime: after?.[0],
    afterUser: after?.[1],
    limit: paging.limit + 1,
  });
  const { items, next } = cutPage(rows, paging.limit, (last) =>
    attendeeCursor.encode([last.createdAt.getTime(), last.userId]),
  );
  return {
    items: items.map(({ createdAt: _, ...person }): Attendee => ({ ...person, status: 'going' })),
    next,
  };
}

export async function isAttending(db: Reader, eventId: number, userId: string): Promise<boolean> {
  const [found] = await db
    .select({ userId: rsvps.userId })
    .from(rsvps)
    .where(and(eq(rsvps.eventId, eventId), eq(rsvps.userId, userId)));
  return Boolean(found);
}

/** The ids of every event the person goes to or went to. */
export async function eventIdsOf(db: Reader, userId: string): Promise<number[]> {
  const rows = await db
    .select({ eventId: rsvps.eventId })
    .from(rsvps)
    .where(eq(rsvps.userId, userId))
    .orderBy(rsvps.eventId);
  return rows.map((row) => row.eventId);
}
