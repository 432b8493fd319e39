import { sql } from 'drizzle-orm';
import type { QuotaName } from '#contract/platform/quotas.ts';
import type { Transaction } from '#platform/db/database.ts';

/**
 * Makes writers who count towards the same quota take turns, so that parallel calls can't exceed it together. Async, since
 * a statement that nobody awaits yet is not sent: a count that is pipelined behind it would overtake it.
 */
export async function lockQuota(
  tx: Transaction,
  name: QuotaName,
  of: string | number,
): Promise<void> {
  const key = `quota ${name} of ${of}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}
