import { and, inArray, lt, notInArray, type SQL } from 'drizzle-orm';
import { complaintDays } from '#contract/platform/limits.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { inBatches } from '#platform/jobs/items.ts';
import { enqueueMany } from '#platform/mail/outbox.ts';
import { activeAdmins } from '#features/base/accounts/queries.ts';
import { openSinceDays } from './queries.ts';
import { complaints } from './tables.ts';

const batchSize = 500;

/**
 * Warns admins of open complaints, once on each of certain days, in whichever process comes first.
 * The latest of those days is checked first, so after an outage admins get one warning.
 * @returns how many complaints they were warned of
 */
export async function notifyOfDueComplaints(db: Database, now: Date): Promise<number> {
  let total = 0;
  for (const days of complaintDays.warned.toReversed()) {
    const isDue = and(openSinceDays(days, now), lt(complaints.warnedOnDay, days));
    total += await inBatches<number>({
      atOnce: batchSize,
      next: async (failed) => {
        const due = await db
          .select({ id: complaints.id })
          .from(complaints)
          .where(and(isDue, notInArray(complaints.id, failed)))
          .orderBy(complaints.createdAt, complaints.id)
          .limit(batchSize);
        return due.map(({ id }) => id);
      },
      handle: (ids) =>
        transaction(db, (tx) => warnAdmins(tx, days, and(isDue, inArray(complaints.id, ids)), now)),
    });
  }
  return total;
}

async function warnAdmins(
  tx: Transaction,
  days: number,
  which: SQL | undefined,
  now: Date,
): Promise<number> {
  const warned = await tx
    .update(complaints)
    .set({ warnedOnDay: days })
    .where(which)
    .returning({ id: complaints.id });
  if (warned.length === 0) return 0;
  await enqueueMany(tx, { kind: 'complaints_due', payload: {}, now }, { to: activeAdmins });
  return warned.length;
}
