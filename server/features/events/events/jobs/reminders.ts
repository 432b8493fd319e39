import { and, eq, gt, lte, ne, sql, type SQL } from 'drizzle-orm';
import { day, hour } from '#contract/platform/durations.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { groups } from '#features/community/groups/tables.ts';
import {
  enqueueForRsvps,
  enqueueOnDevices,
} from '#features/events/attendance/mutations/notifications.ts';
import { isAt, isSince } from '#features/events/attendance/queries/rsvps.ts';
import { forEachDueEvent } from '../mutations/due-events.ts';
import { events } from '../tables.ts';

/**
 * Reminds attendees of events that start within 24 hours, once for each start. People who have
 * known the start for less than that, because they have just RSVPed or been notified of a change, need
 * no reminder.
 * @returns how many events there were
 */
export async function remindAttendees(db: Database, now: Date): Promise<number> {
  return forEachDueEvent(
    db,
    startsWithin(day, events.remindedOf, now),
    async (tx, { id, startTime }) => {
      await enqueueReminders(tx, id, startTime, now);
      await tx.update(events).set({ remindedOf: startTime }).where(eq(events.id, id));
    },
  );
}

/** Matches the events that start within a time and whose attendees weren't reminded of that start. */
const startsWithin = (
  time: number,
  remindedOf: typeof events.remindedOf | typeof events.soonRemindedOf,
  now: Date,
): SQL | undefined =>
  and(
    eq(events.status, 'scheduled'),
    ne(groups.status, 'hidden'),
    gt(events.startTime, now),
    lte(events.startTime, new Date(now.getTime() + time)),
    sql`${remindedOf} is distinct from ${events.startTime}`,
  );

/** Sends one reminder to each attendee who has known the start for a day, and only once for it. */
async function enqueueReminders(
  tx: Transaction,
  eventId: number,
  startTime: Date,
  now: Date,
): Promise<void> {
  const knownSince = new Date(startTime.getTime() - day);
  const payload = { eventId, startTime: startTime.toISOString() };
  const knew = knewStart(eventId, knownSince);
  const uniqueKey = `event_reminder:${eventId}:${startTime.getTime()}`;
  await enqueueForRsvps(tx, { kind: 'event_reminder', payload, now }, knew, uniqueKey);
}

/** Matches the attendees who have known the start since then. */
function knewStart(eventId: number, since: Date): SQL | undefined {
  const isKnown = sql`exists (select from ${events}
    where ${events.id} = ${eventId} and coalesce(${events.startSetAt}, ${events.createdAt}) <= ${since})`;
  return and(isAt(eventId, 'going'), isSince(since), isKnown);
}

/** How long before the start devices tell. */
const soon = 2 * hour;

/**
 * Tells attendees on their devices that an event starts within two hours, once for each start.
 * People who have known the start for less than that need no telling.
 * @returns how many events there were
 */
export async function remindOnDevices(db: Database, now: Date): Promise<number> {
  return forEachDueEvent(
    db,
    startsWithin(soon, events.soonRemindedOf, now),
    async (tx, { id, startTime }) => {
      const payload = { eventId: id, startTime: startTime.toISOString() };
      const news = { kind: 'event_soon', throttleKey: `event:${id}`, payload, now } as const;
      const knownSince = new Date(startTime.getTime() - soon);
      await enqueueOnDevices(tx, news, knewStart(id, knownSince));
      await tx.update(events).set({ soonRemindedOf: startTime }).where(eq(events.id, id));
    },
  );
}
