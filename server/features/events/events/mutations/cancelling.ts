import { eq, sql } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { Config } from '#platform/config.ts';
import { groups } from '#features/community/groups/tables.ts';
import {
  cancellationsDue,
  dropUnsentCancellations,
  enqueueForEverybody,
  enqueueForNotified,
} from '#features/events/attendance/mutations/notifications.ts';
import { offerPlaces, resumeOffers } from '#features/events/attendance/mutations/offers.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Actor, Viewer } from '#platform/viewer.ts';
import { editEventRefusal, restoreEventRefusal } from '../policy/event.ts';
import { lockEventFacts } from '../queries/event.ts';
import { events } from '../tables.ts';
import { requireAudience, requireOpenTo } from './audience.ts';
import { recordOnEvent } from './record.ts';
import { deleteUnanswered } from './deletion.ts';
import { byHand, emailSnapshot, eventRow, lockGroupOf, type EventRow } from './events.ts';
import { requireDatesQuota } from './quota.ts';

/**
 * Cancels an event: the row stays and its attendees are notified. Repeating it changes nothing. An
 * event that is over is deleted instead, if nobody answered it.
 * @throws Refusal `not_found`, `forbidden`, `conflict` for an event over that people answered
 */
export async function cancelInTransaction(
  db: Database,
  viewer: Viewer,
  id: number,
  reason: CleanText | null,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const [event] = await tx
      .select({ endTime: events.endTime })
      .from(events)
      .where(eq(events.id, id));
    if (event && event.endTime <= now) await deleteUnanswered(tx, viewer, id, now);
    else await markCancelled(tx, viewer, id, reason, now);
  });
}

/** @throws Refusal `not_found`, `forbidden`, `conflict` for an event over */
export async function markCancelled(
  tx: Transaction,
  viewer: Viewer,
  id: number,
  reason: CleanText | null,
  now: Date,
): Promise<void> {
  const event = await lockEventFacts(tx, viewer, id);
  const isHidden = event.status === 'hidden';
  demand(editEventRefusal(viewer, isHidden ? event : { ...event, status: 'scheduled' }, now));
  if (event.status === 'cancelled') return;
  // A hidden event stays hidden.
  const off = isHidden
    ? ({ hiddenFrom: 'cancelled' } as const)
    : ({ status: 'cancelled' } as const);
  await tx
    .update(events)
    .set({ ...off, ...cancelledNow(reason, now), ...byHand })
    .where(eq(events.id, id));
  const change = { before: { status: event.status }, after: { status: 'cancelled' } };
  await recordOnEvent(tx, viewer, event, 'event.cancel', change, now);
  const row = await eventRow(tx, id);
  const told = isHidden ? { hidden: true as const } : { dueAt: cancellationsDue(now) };
  await notifyCancelled(tx, viewer, { ...row, ...told }, now);
  // Interrupts its offers, or deletes the waiting list of an event that can't be put back.
  await offerPlaces(tx, id, now);
}

/** The columns of an event that is cancelled, besides its status. */
export const cancelledNow = (reason: CleanText | null, now: Date) => ({
  cancelledAt: now,
  cancelReason: reason,
  changedAt: now,
  revision: sql`${events.revision} + 1`,
});

/** Tells attendees and the waiting list, except the actor, that an event won't take place. */
export async function notifyCancelled(
  tx: Transaction,
  actor: Actor,
  { hidden, dueAt, ...event }: EventRow & { hidden?: true; dueAt?: Date },
  now: Date,
): Promise<void> {
  const { id: eventId, revision } = event;
  const payload = { eventId, event: emailSnapshot(event), revision, ...(hidden && { hidden }) };
  const email = { kind: 'event_cancelled', payload, now, dueAt: dueAt ?? now } as const;
  await enqueueForEverybody(tx, email, event.id, { but: [actor.id] });
}

/**
 * Puts a cancelled event back with its RSVPs and its waiting list. Only people who were notified of the
 * cancellation are notified. An event that takes place stays as it is.
 * @throws Refusal `not_found`, `forbidden`, `conflict` if it is too late, `invalid` for an audience
 * that its group no longer allows, `quota`
 */
export async function restoreEvent(
  db: Database,
  viewer: Viewer,
  id: number,
  config: Config,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockGroupOf(tx, id);
    const facts = await lockEventFacts(tx, viewer, id);
    demand(restoreEventRefusal(viewer, facts, now));
    if (facts.status === 'scheduled') return;
    const before = await eventRow(tx, id);
    await requireRoomInGroup(tx, viewer, before, config, now);
    await tx
      .update(events)
      .set({
        ...scheduledColumns,
        changedAt: now,
        revision: sql`${events.revision} + 1`,
        ...byHand,
      })
      .where(eq(events.id, id));
    await resumeOffers(tx, id, now);
    await offerPlaces(tx, id, now);
    await notifyRestored(tx, before, now);
    const change = { before: { status: 'cancelled' }, after: { status: 'scheduled' } };
    await recordOnEvent(tx, viewer, facts, 'event.restore', change, now);
  });
}

/** The columns of an event that takes place again. */
export const scheduledColumns = {
  status: 'scheduled',
  cancelledAt: null,
  cancelReason: null,
} as const;

/** The group may have changed, or got other events, since the event was cancelled. */
async function requireRoomInGroup(
  tx: Transaction,
  viewer: Viewer,
  event: EventRow,
  config: Config,
  now: Date,
): Promise<void> {
  const [group] = await tx
    .select({ id: groups.id, status: groups.status })
    .from(groups)
    .where(eq(groups.id, event.groupId));
  if (!group) throw notFound('Event');
  await requireDatesQuota(tx, viewer, group, { created: 0, added: 1 }, config, now);
  await requireAudience(tx, group.id, event.audience);
  await requireOpenTo(tx, group.id, [event]);
}

/** Notifies those who were notified of the cancellation that it takes place, and nobody else. */
async function notifyRestored(tx: Transaction, event: EventRow, now: Date): Promise<void> {
  await dropUnsentCancellations(tx, event.id);
  const payload = { eventId: event.id, event: emailSnapshot(event), restored: true };
  const email = { kind: 'event_on_again', payload, now } as const;
  await enqueueForNotified(tx, email, event.id, event.cancelledAt ?? now);
}
