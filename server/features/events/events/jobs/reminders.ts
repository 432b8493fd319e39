import { and, eq, gt, lte, sql, type SQL } from 'drizzle-orm';
import { day } from '#contract/platform/durations.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { forEachItem } from '#platform/jobs/items.ts';
import { enqueueMany } from '#platform/mail/outbox.ts';
import { groups } from '#features/community/groups/tables.ts';
import { enqueueForGuests } from '#features/events/attendance/mutations/notifications.ts';
import { guestRsvps, rsvps } from '#features/events/attendance/tables.ts';
import { events } from '../tables.ts';

/**
 * Reminds attendees of events that start within 24 hours, once for each start. People who have
 * known the start for less than that, because they have just RSVPed or been told of a change, need
 * no reminder.
 * @returns how many events there were
 */
export async function remindAttendees(db: Database, now: Date): Promise<number> {
  const isDue = and(
    eq(events.status, 'scheduled'),
    sql`(select ${groups.status} from ${groups} where ${groups.id} = ${events.groupId}) <> 'hidden'`,
    gt(events.startTime, now),
    lte(events.startTime, new Date(now.getTime() + day)),
    sql`${events.remindedOf} is distinct from ${events.startTime}`,
  );
  const due = await db.select({ id: events.id }).from(events).where(isDue).orderBy(events.id);
  return forEachItem(
    due.map(({ id }) => id),
    (id) => transaction(db, (tx) => remindOnce(tx, id, isDue, now)),
  );
}

/** Skips an event that another process has, or that has changed since it was read. */
async function remindOnce(
  tx: Transaction,
  id: number,
  isDue: SQL | undefined,
  now: Date,
): Promise<number> {
  const [event] = await tx
    .select({ startTime: events.startTime })
    .from(events)
    .where(and(eq(events.id, id), isDue))
    .for('no key update', { skipLocked: true });
  if (!event) return 0;
  const { startTime } = event;
  const knownSince = new Date(startTime.getTime() - day);
  await enqueueReminders(tx, { eventId: id, startTime, knownSince }, now);
  await tx.update(events).set({ remindedOf: startTime }).where(eq(events.id, id));
  return 1;
}

/**
 * Sends one reminder to each attendee who has known the start since `knownSince`, and only once for
 * the same start.
 */
async function enqueueReminders(
  tx: Transaction,
  { eventId, startTime, knownSince }: { eventId: number; startTime: Date; knownSince: Date },
  now: Date,
): Promise<void> {
  const payload = { eventId, startTime: startTime.toISOString() };
  const to = sql`
    select ${rsvps.userId}, null::text
    from ${rsvps} join ${events} on ${events.id} = ${rsvps.eventId}
    where ${events.id} = ${eventId} and ${rsvps.createdAt} <= ${knownSince}
      and coalesce(${events.startSetAt}, ${events.createdAt}) <= ${knownSince}`;
  const uniqueKey = sql`${`event_reminder:${eventId}:${startTime.getTime()}:`} || recipient.id`;
  const email = { kind: 'event_reminder', payload, now } as const;
  await enqueueMany(tx, email, { to, uniqueKey });
  const knew = sql`${guestRsvps.eventId} = ${eventId} and ${guestRsvps.status} = 'going'
    and ${guestRsvps.confirmedAt} <= ${knownSince} and exists (select from ${events}
      where ${events.id} = ${eventId} and coalesce(${events.startSetAt}, ${events.createdAt}) <= ${knownSince})`;
  await enqueueForGuests(tx, email, knew, `event_reminder:${eventId}:${startTime.getTime()}`);
}
