import { and, eq, lte, notInArray, sql } from 'drizzle-orm';
import { users } from '#features/base/accounts/tables.ts';
import { lockAccounts } from '#features/safety/enforcement/mutations/accounts.ts';
import { record } from '#features/base/audit/mutations.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { emailSnapshot } from '#features/events/events/mutations/events.ts';
import { events } from '#features/events/events/tables.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { demand } from '#platform/refusal.ts';
import { enqueueForAttendees } from '#features/events/attendance/mutations/notifications.ts';
import type { Viewer } from '#platform/viewer.ts';
import { isSoon, lastUndone, undoRefusal } from '../policy.ts';
import { purges, removedRows } from '../tables.ts';
import { lockParents, restoreRows, uncountedKinds } from './put-back.ts';

/**
 * Restores the purged rows and lifts the ban that came with the purge. Rows whose group or event no
 * longer exists are lost.
 * @throws Refusal `not_found`, `forbidden`, `conflict` after the deadline
 */
export async function undoPurge(
  db: Database,
  viewer: Viewer,
  userId: string,
  now: Date,
): Promise<{ restored: number; lost: number }> {
  return transaction(db, async (tx) => {
    const [purge] = await tx.select().from(purges).where(eq(purges.userId, userId)).for('update');
    demand(undoRefusal(purge?.createdAt, now));
    const ofPurge = eq(removedRows.purgeId, userId);
    await tx.delete(removedRows).where(and(ofPurge, lte(removedRows.removedAt, lastUndone(now))));
    await lockParents(tx, userId);
    const { target } = await lockAccounts(tx, viewer, userId);
    const counted = notInArray(removedRows.kind, ['heir', ...uncountedKinds]);
    const stored = await tx.$count(removedRows, and(ofPurge, counted));
    const restored = await restoreRows(tx, userId, now);
    await notifyOfRestoredEvents(tx, viewer, userId, now);
    await tx.delete(purges).where(eq(purges.userId, userId));
    const lifts = purge?.wasActive === true && !target.isActive;
    if (lifts) {
      await tx.update(users).set({ isActive: true }).where(eq(users.id, userId));
      await enqueue(tx, 'account_restored', userId, { reason: null, undone: true }, now);
    }
    const lost = stored - restored;
    const change = {
      before: { isActive: target.isActive },
      after: { isActive: target.isActive || lifts, restored, lost },
    };
    await record(tx, viewer, 'user.clean_up_undo', userId, change, now);
    return { restored, lost };
  });
}

/** Notifies attendees who got a cancellation and attend again that the event takes place. */
async function notifyOfRestoredEvents(
  tx: Transaction,
  viewer: Viewer,
  userId: string,
  now: Date,
): Promise<void> {
  const back = await tx
    .select({ event: events, removedAt: removedRows.removedAt })
    .from(removedRows)
    .innerJoin(events, sql`${events.id} = (${removedRows.content} ->> 'id')::int`)
    .where(and(eq(removedRows.purgeId, userId), eq(removedRows.kind, 'event')))
    .orderBy(events.id);
  for (const { event, removedAt } of back) {
    if (event.status !== 'scheduled' || event.endTime <= now) continue;
    if (!isSoon(event.startTime, removedAt)) continue;
    await tx
      .update(events)
      // The cancellation used the next revision in calendars, so this one is two higher.
      .set({ changedAt: now, revision: sql`${events.revision} + 2` })
      .where(eq(events.id, event.id));
    const payload = { eventId: event.id, event: emailSnapshot(event) };
    await enqueueForAttendees(tx, viewer, event.id, 'event_on_again', payload, now);
  }
}
