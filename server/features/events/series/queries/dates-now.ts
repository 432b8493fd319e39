import { eq, inArray } from 'drizzle-orm';
import { calendarFields } from '#contract/events/calendar-text.ts';
import { pickFields } from '#contract/events/event-fields.ts';
import type { Reader } from '#platform/db/database.ts';
import { isHidden, effectiveStatus } from '#features/events/events/queries/cards.ts';
import { eventDescription } from '#features/events/events/queries/text.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import {
  isRsvpOf,
  ownCalendarRevision,
  ownGoes,
  ownRsvp,
} from '#features/events/attendance/queries/rsvps.ts';

export type DateNow = Awaited<ReturnType<typeof readDates>>[number];

/** The current state of dates for an email, by id, and whether the recipient attends them. */
export async function datesNow(
  db: Reader,
  ids: number[],
  attendeeId: string | null,
): Promise<Map<number, DateNow>> {
  const rows = await readDates(db, ids, attendeeId);
  return new Map(rows.map((row) => [row.id, row]));
}

const readDates = (db: Reader, ids: number[], attendeeId: string | null) =>
  db
    .select({
      id: events.id,
      title: events.title,
      description: eventDescription,
      audience: events.audience,
      ...pickFields(events, calendarFields),
      revision: events.revision,
      location: events.location,
      startTime: events.startTime,
      endTime: events.endTime,
      status: effectiveStatus,
      isHidden,
      groupName: groups.name,
      going: ownGoes,
      calendarRevision: ownCalendarRevision,
    })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .leftJoin(ownRsvp, isRsvpOf({ id: attendeeId, guestId: null }))
    .where(inArray(events.id, ids));
