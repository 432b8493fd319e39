import { and, eq, type SQL } from 'drizzle-orm';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { forEachItem } from '#platform/jobs/items.ts';
import { groups } from '#features/community/groups/tables.ts';
import { events } from '../tables.ts';

/**
 * Handles each event that is due, each in its own transaction. Skips an event that another process
 * has, or that has changed since it was read.
 * @param isDue A condition on the event and its group.
 * @returns how many events there were
 */
export async function forEachDueEvent(
  db: Database,
  isDue: SQL | undefined,
  handle: (tx: Transaction, event: { id: number; startTime: Date }) => Promise<void>,
): Promise<number> {
  const ofGroup = eq(groups.id, events.groupId);
  const due = await db
    .select({ id: events.id })
    .from(events)
    .innerJoin(groups, ofGroup)
    .where(isDue)
    .orderBy(events.id);
  return forEachItem(
    due.map(({ id }) => id),
    (id) =>
      transaction(db, async (tx) => {
        const [event] = await tx
          .select({ id: events.id, startTime: events.startTime })
          .from(events)
          .innerJoin(groups, ofGroup)
          .where(and(eq(events.id, id), isDue))
          .for('no key update', { of: events, skipLocked: true });
        if (!event) return 0;
        await handle(tx, event);
        return 1;
      }),
  );
}
