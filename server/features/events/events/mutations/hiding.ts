import { and, eq, gt, sql } from 'drizzle-orm';
import { record } from '#features/base/audit/mutations.ts';
import type { Transaction } from '#platform/db/database.ts';
import { groups } from '#features/community/groups/tables.ts';
import { notFound } from '#platform/refusal.ts';
import type { Actor } from '#platform/viewer.ts';
import { events } from '../tables.ts';
import {
  enqueueForAttendees,
  enqueueForEverybody,
} from '#features/events/attendance/mutations/notifications.ts';
import { offerPlaces } from '#features/events/attendance/mutations/offers.ts';
import { emailSnapshot, type EventRow } from './events.ts';

/**
 * Hides an event from everybody but its author and the admins. Attendees of an upcoming one are
 * notified that it is under review, since it may not take place.
 * @returns whether it was not hidden before
 * @throws Refusal `not_found`
 */
export async function hideEvent(
  tx: Transaction,
  actor: Actor,
  id: number,
  now: Date,
): Promise<boolean> {
  const { event, groupStatus } = await lockEventWithGroup(tx, id);
  if (event.status === 'hidden') return false;
  await tx
    .update(events)
    .set({
      status: 'hidden',
      hiddenFrom: event.status,
      changedAt: now,
      revision: sql`${events.revision} + 1`,
    })
    .where(eq(events.id, id));
  if (groupStatus !== 'hidden') await notifyUnderReview(tx, actor, event, now);
  const change = { before: { status: event.status }, after: { hidden: true } };
  await record(tx, actor, 'event.hide', id, change, now);
  return true;
}

/**
 * Shows a hidden event again in its earlier status, and notifies its attendees.
 * @returns whether it was hidden
 * @throws Refusal `not_found`
 */
export async function showEvent(
  tx: Transaction,
  actor: Actor,
  id: number,
  now: Date,
): Promise<boolean> {
  const { event, groupStatus } = await lockEventWithGroup(tx, id);
  if (event.status !== 'hidden') return false;
  const status = event.hiddenFrom ?? 'scheduled';
  await tx
    .update(events)
    .set({ status, hiddenFrom: null, changedAt: now, revision: sql`${events.revision} + 1` })
    .where(eq(events.id, id));
  if (groupStatus !== 'hidden') await notifyShownAgain(tx, actor, { ...event, status }, now);
  await record(
    tx,
    actor,
    'event.show',
    id,
    { before: null, after: { hidden: false, status } },
    now,
  );
  return true;
}

async function lockEventWithGroup(tx: Transaction, id: number) {
  const [row] = await tx
    .select({ event: events, groupStatus: groups.status })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .where(eq(events.id, id))
    .for('no key update', { of: events });
  if (!row) throw notFound('Event');
  return row;
}

/** Hides a group's upcoming events, once the group is hidden. */
export async function hideUpcoming(
  tx: Transaction,
  actor: Actor,
  groupId: number,
  now: Date,
): Promise<void> {
  for (const event of await lockUpcoming(tx, groupId, now)) {
    await notifyUnderReview(tx, actor, event, now);
  }
}

/** Shows a group's upcoming events again, once the group is shown. */
export async function showUpcoming(
  tx: Transaction,
  actor: Actor,
  groupId: number,
  now: Date,
): Promise<void> {
  for (const event of await lockUpcoming(tx, groupId, now))
    await notifyShownAgain(tx, actor, event, now);
}

/** Calendars apply a change only by a higher revision. */
const lockUpcoming = async (tx: Transaction, groupId: number, now: Date) => {
  const coming = and(
    eq(events.groupId, groupId),
    eq(events.status, 'scheduled'),
    gt(events.endTime, now),
  );
  const rows = await tx.select().from(events).where(coming).orderBy(events.id).for('no key update');
  await tx
    .update(events)
    .set({ changedAt: now, revision: sql`${events.revision} + 1` })
    .where(coming);
  return rows;
};

/** Tells attendees that the event is under review, and deletes its waiting list. */
async function notifyUnderReview(
  tx: Transaction,
  actor: Actor,
  event: EventRow,
  now: Date,
): Promise<void> {
  if (isComing(event, now)) {
    const payload = { eventId: event.id, event: emailSnapshot(event) };
    const email = { kind: 'event_under_review', payload, now } as const;
    await enqueueForEverybody(tx, email, event.id, { but: [actor.id] });
  }
  await offerPlaces(tx, event.id, now);
}

async function notifyShownAgain(
  tx: Transaction,
  actor: Actor,
  event: EventRow,
  now: Date,
): Promise<void> {
  if (!isComing(event, now)) return;
  const payload = { eventId: event.id, event: emailSnapshot(event), reviewed: true };
  await enqueueForAttendees(tx, actor, event.id, 'event_on_again', payload, now);
}

const isComing = ({ status, endTime }: EventRow, now: Date) =>
  status === 'scheduled' && endTime > now;
