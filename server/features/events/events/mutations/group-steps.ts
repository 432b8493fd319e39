import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { enqueueForRsvps } from '#features/events/attendance/mutations/notifications.ts';
import { comingOrWaiting, isGuestAt } from '#features/events/attendance/queries/rsvps.ts';
import { withdrawFromGroup } from '#features/events/attendance/mutations/withdrawal.ts';
import type { GroupSteps } from '#features/community/groups/steps.ts';
import { forgetAttendance } from '#features/events/arrivals/mutations/retention.ts';
import { dateNotices } from '../queries/quota.ts';
import { events } from '../tables.ts';
import { hideUpcoming, showUpcoming } from './hiding.ts';

async function hasUnder18Events(tx: Transaction, groupId: number, now: Date): Promise<boolean> {
  const coming = and(
    eq(events.groupId, groupId),
    eq(events.audience, 'under18'),
    ne(events.status, 'cancelled'),
    gt(events.endTime, now),
  );
  return (await tx.$count(events, coming)) > 0;
}

/** The event's own column says whether it is free, so an index can find free events. */
async function setFree(tx: Transaction, groupId: number, free: boolean): Promise<void> {
  const others = tx
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.groupId, groupId), ne(events.free, free)))
    .orderBy(events.id)
    .for('no key update');
  await tx.update(events).set({ free }).where(inArray(events.id, others));
}

/** Cancelled and hidden events are closed, too: they may take place again. */
async function closeToGuests(tx: Transaction, groupId: number, now: Date): Promise<number[]> {
  const open = tx
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.groupId, groupId), eq(events.openTo, 'anyone'), gt(events.endTime, now)))
    .orderBy(events.id)
    .for('no key update');
  const closed = await tx
    .update(events)
    .set({
      openTo: 'members',
      changedAt: now,
      revision: sql`${events.revision} + 1`,
      fieldRevisions: sql`${events.fieldRevisions} || jsonb_build_object('openTo', ${events.revision} + 1)`,
    })
    .where(inArray(events.id, open))
    .returning({ id: events.id });
  const ids = closed.map(({ id }) => id);
  for (const eventId of ids) {
    const email = { kind: 'guest_event_closed', payload: { eventId }, now } as const;
    await enqueueForRsvps(tx, email, isGuestAt(eventId, ...comingOrWaiting));
  }
  return ids;
}

/** Steps for events when their group changes. */
export const eventsOfGroup: GroupSteps = {
  withdrawMember: withdrawFromGroup,
  hideEvents: hideUpcoming,
  showEvents: showUpcoming,
  setFree,
  closeToGuests,
  forgetAttendance,
  hasUnder18Events,
  dateNotices,
};
