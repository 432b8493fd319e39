import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { DoorCounts, DoorParty } from '#contract/events/arrivals.ts';
import { countsOf } from '#contract/events/door/rules.ts';
import type { Person } from '#contract/events/household.ts';
import { erasedName } from '#features/events/attendance/queries/attendees.ts';
import { groups } from '#features/community/groups/tables.ts';
import { events } from '#features/events/events/tables.ts';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { notFound } from '#platform/refusal.ts';
import { arrivals } from '../tables.ts';
import { partiesAtDoor, peopleAtDoor, recordColumns } from './parties.ts';

/** Reads whether the group of an event records who comes; undefined for no event. */
export const recordsAttendance = async (db: Reader, eventId: number) => {
  const [found] = await recording(db, eventId);
  return found?.recordsAttendance;
};

/** Reads whether a group does. */
export async function groupRecords(db: Reader, groupId: number) {
  const [group] = await db
    .select({ recordsAttendance: groups.recordsAttendance })
    .from(groups)
    .where(eq(groups.id, groupId));
  return group?.recordsAttendance;
}

/** Reads the same, and keeps it as it is until the transaction ends. */
export const lockRecording = async (tx: Transaction, eventId: number) => {
  const [found] = await recording(tx, eventId).for('share', { of: groups });
  return found?.recordsAttendance;
};

const recording = (db: Reader, eventId: number) =>
  db
    .select({ recordsAttendance: groups.recordsAttendance })
    .from(groups)
    .innerJoin(events, eq(events.groupId, groups.id))
    .where(eq(events.id, eventId));

/** The facts beside names and numbers that a reader of the door sees. */
interface VisibleDetails {
  lastInitials: boolean;
  notes: boolean;
}

/** Reads everybody at the door of an event: those expected, those who wait, and who walked in. */
export async function doorOf(db: Reader, eventId: number, shown: VisibleDetails) {
  const [event, listed, walkedIn] = await Promise.all([
    eventAtDoor(db, eventId),
    partiesAtDoor(db, eventId),
    walkIns(db, eventId),
  ]);
  const people = [...listed.map((row) => toParty(row, shown)), ...walkedIn.map(toWalkIn)];
  return { event, people, counts: countsOf(people) };
}

async function eventAtDoor(db: Reader, eventId: number) {
  const [event] = await db
    .select({
      id: events.id,
      title: events.title,
      startTime: events.startTime,
      endTime: events.endTime,
      capacity: events.capacity,
    })
    .from(events)
    .where(eq(events.id, eventId));
  if (!event) throw notFound('Event');
  const { startTime, endTime, ...rest } = event;
  return { ...rest, startTime: startTime.toISOString(), endTime: endTime.toISOString() };
}

type ListedRow = Awaited<ReturnType<typeof partiesAtDoor>>[number];

function toParty(
  { lastName, children, note, at, ...row }: ListedRow,
  shown: VisibleDetails,
): DoorParty {
  const notes = [note, ...(children ?? []).map(noteOf)].filter((each) => each !== null);
  const lastInitial = shown.lastInitials ? initialOf(lastName ?? '') : undefined;
  return {
    ...row,
    id: String(row.id),
    status: row.status === 'going' ? 'going' : 'waiting',
    children: (children ?? []).map(({ firstName }) => firstName),
    at: at?.toISOString() ?? null,
    ...(lastInitial && { lastInitial }),
    ...(shown.notes && notes.length > 0 && { note: notes.join(' · ') }),
  };
}

/** One letter with its accents, after what may stand before it. */
const initialOf = (name: string) => /\p{L}\p{M}*/u.exec(name)?.[0].toUpperCase();

const noteOf = ({ firstName, note }: Person) => note && `${firstName}: ${note}`;

const walkIns = (db: Reader, eventId: number) =>
  db
    .select({
      walkInId: arrivals.walkInId,
      firstName: sql<string>`coalesce(${arrivals.name}, ${erasedName})`,
      people: sql<number>`${arrivals.people}`,
      ...recordColumns,
    })
    .from(arrivals)
    .where(and(eq(arrivals.eventId, eventId), isNotNull(arrivals.walkInId)))
    .orderBy(arrivals.id);

const toWalkIn = ({
  walkInId,
  at,
  ...row
}: Awaited<ReturnType<typeof walkIns>>[number]): DoorParty => ({
  ...row,
  id: `w${walkInId}`,
  kind: 'walk_in',
  status: 'going',
  children: [],
  at: at.toISOString(),
  firstTime: false,
});

/** Counts those at the door of an event, as `doorOf` does from its rows. */
export async function countAtDoor(db: Reader, eventId: number): Promise<DoorCounts> {
  const { rows } = await db.execute<{ expected: number; here: number; walkIns: number }>(sql`
    select coalesce(sum(expected), 0)::int as expected, coalesce(sum(here), 0)::int as here,
      coalesce(sum(here) filter (where walked_in), 0)::int as "walkIns"
    from (${peopleAtDoor(eventId)}) people`);
  return rows[0] ?? { expected: 0, here: 0, walkIns: 0 };
}
