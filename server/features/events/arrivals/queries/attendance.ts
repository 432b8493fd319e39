import { and, desc, eq, gt, isNotNull, ne, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { erasedName } from '#features/events/attendance/queries/attendees.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { events } from '#features/events/events/tables.ts';
import type { Reader } from '#platform/db/database.ts';
import { CursorId, cursorOf, cutPage, TimeAndId, type Paging } from '#platform/http/cursor.ts';
import { arrivals, attendanceTotals } from '../tables.ts';
import { ownArrivals, partiesFrom, currentTotals } from './parties.ts';

/** Parties of the list come before those that walked in. */
const partyCursor = cursorOf(z.tuple([z.boolean(), CursorId]));

/** Lists the parties that were expected, those that came from the waiting list, and who walked in. */
export async function attendanceOf(
  db: Reader,
  event: Pick<EventFacts, 'id' | 'endTime'>,
  { limit, cursor }: Paging,
  now: Date,
) {
  const [inWalkIns, after] = partyCursor.decode(cursor) ?? [false, 0];
  const listed = inWalkIns ? [] : await partiesFrom(db, event.id, after, limit + 1);
  const more = limit + 1 - listed.length;
  const walkedIn = more > 0 ? await walkInsFrom(db, event.id, inWalkIns ? after : 0, more) : [];
  const rows = [
    ...listed.map((row) => ({ ...row, key: row.id, id: String(row.id) })),
    ...walkedIn.map((row) => ({ ...row, id: `w${row.id}`, kind: 'walk_in' as const })),
  ];
  const { items, next } = cutPage(rows, limit, ({ kind, key }) =>
    partyCursor.encode([kind === 'walk_in', key]),
  );
  const knowsAbsent = event.endTime <= now && (await db.$count(arrivals, isOf(event.id))) > 0;
  return {
    items: items.map(({ key: _, ...row }) => ({
      ...row,
      state:
        row.came > 0 ? ('came' as const) : knowsAbsent ? ('absent' as const) : ('unknown' as const),
    })),
    next,
  };
}

const isOf = (eventId: number) => eq(arrivals.eventId, eventId);

const walkInsFrom = (db: Reader, eventId: number, after: number, limit: number) =>
  db
    .select({
      key: arrivals.id,
      id: sql<string>`${arrivals.walkInId}`,
      firstName: sql<string>`coalesce(${arrivals.name}, ${erasedName})`,
      people: sql<number>`${arrivals.people}`,
      firstTime: sql<boolean>`false`,
      came: arrivals.here,
    })
    .from(arrivals)
    .where(
      and(
        isOf(eventId),
        isNotNull(arrivals.walkInId),
        gt(arrivals.here, 0),
        gt(arrivals.id, after),
      ),
    )
    .orderBy(arrivals.id)
    .limit(limit);

const eventCursor = cursorOf(TimeAndId);

/** A number of an event of the query: as it was kept, or from its rows. */
const total = (name: keyof typeof currentTotals) =>
  sql<number>`coalesce(${attendanceTotals[name]}, ${currentTotals[name]})`;

const isRecorded = sql`(${attendanceTotals.eventId} is not null
  or exists (select from ${arrivals} where ${arrivals.eventId} = ${events.id}))`;

/** Lists the events that a member came to, the latest first. */
export async function attendanceOfMember(db: Reader, userId: string, { limit, cursor }: Paging) {
  const isShown = and(ne(events.status, 'hidden'), isAfter(cursor));
  const rows = await ownArrivals(db, userId, isShown)
    .orderBy(desc(events.startTime), desc(events.id))
    .limit(limit + 1);
  return toPage(rows, limit);
}

/** Counts who came to each event of a group where that was recorded, the latest first. */
export async function attendanceOfGroup(db: Reader, groupId: number, { limit, cursor }: Paging) {
  const rows = await db
    .select({
      eventId: events.id,
      title: events.title,
      startTime: events.startTime,
      expected: total('expected'),
      came: total('people'),
      firstTime: total('firstTime'),
    })
    .from(events)
    .leftJoin(attendanceTotals, eq(attendanceTotals.eventId, events.id))
    .where(
      and(eq(events.groupId, groupId), ne(events.status, 'hidden'), isRecorded, isAfter(cursor)),
    )
    .orderBy(desc(events.startTime), desc(events.id))
    .limit(limit + 1);
  return toPage(rows, limit);
}

const isAfter = (cursor: string | undefined): SQL | undefined => {
  const after = eventCursor.decode(cursor);
  return after && sql`(${events.startTime}, ${events.id}) < (${after[0]}, ${after[1]})`;
};

function toPage<Row extends { eventId: number; startTime: Date }>(rows: Row[], limit: number) {
  const { items, next } = cutPage(rows, limit, ({ startTime, eventId }) =>
    eventCursor.encode([startTime.getTime(), eventId]),
  );
  return {
    items: items.map((row) => ({ ...row, startTime: row.startTime.toISOString() })),
    next,
  };
}

/** Counts who came to an event; null where nobody has recorded it. */
export async function eventsAttendedBy(db: Reader, eventId: number) {
  const [found] = await db
    .select({
      parties: total('parties'),
      people: total('people'),
    })
    .from(events)
    .leftJoin(attendanceTotals, eq(attendanceTotals.eventId, events.id))
    .where(and(eq(events.id, eventId), isRecorded));
  return found ?? null;
}
