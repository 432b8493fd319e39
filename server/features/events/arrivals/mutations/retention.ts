import { and, eq, inArray, lte, notInArray } from 'drizzle-orm';
import { attendanceMonths } from '#contract/platform/limits.ts';
import { lockEvents } from '#features/events/attendance/queries/state.ts';
import { events } from '#features/events/events/tables.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { inBatches } from '#platform/jobs/items.ts';
import { currentTotals } from '../queries/parties.ts';
import { arrivals, attendanceTotals, doorLinks } from '../tables.ts';

/**
 * Deletes what was recorded of who came to a locked group's events, their numbers, and the links of
 * helpers.
 */
export async function forgetAttendance(tx: Transaction, groupId: number): Promise<void> {
  const ofGroup = tx.select({ id: events.id }).from(events).where(eq(events.groupId, groupId));
  for (const table of [arrivals, attendanceTotals, doorLinks])
    await tx.delete(table).where(inArray(table.eventId, ofGroup));
}

const batchSize = 100;

/**
 * Deletes who came to events of a year ago, and keeps the numbers.
 * @returns how many events there were
 */
export const eraseArrivals = (db: Database, now: Date): Promise<number> =>
  inBatches<number>({
    atOnce: batchSize,
    next: async (failed) => {
      const past = await db
        .selectDistinct({ id: arrivals.eventId })
        .from(arrivals)
        .innerJoin(events, eq(events.id, arrivals.eventId))
        .where(and(lte(events.endTime, yearBefore(now)), notInArray(arrivals.eventId, failed)))
        .limit(batchSize);
      return past.map(({ id }) => id);
    },
    handle: (ids) => transaction(db, (tx) => keepNumbers(tx, ids, now)),
  });

function yearBefore(now: Date): Date {
  const then = new Date(now);
  then.setUTCMonth(then.getUTCMonth() - attendanceMonths);
  return then;
}

async function keepNumbers(tx: Transaction, ids: number[], now: Date): Promise<number> {
  const among = ids.map((id) => ({ id }));
  const past = await lockEvents(tx, among, lte(events.endTime, yearBefore(now)));
  if (past.length === 0) return 0;
  const totals = await tx
    .select({ eventId: events.id, ...currentTotals })
    .from(events)
    .where(inArray(events.id, past));
  await tx.insert(attendanceTotals).values(totals).onConflictDoNothing();
  await tx.delete(arrivals).where(inArray(arrivals.eventId, past));
  return past.length;
}
