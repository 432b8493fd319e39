import { sql } from 'drizzle-orm';
import type { QuotaName } from '#contract/platform/quotas.ts';
import type { Transaction } from '#platform/db/database.ts';

/**
 * Serialises writers who count towards the same quota, so parallel calls can't exceed it together.
 * It is async because Drizzle sends a statement only once it is awaited: a pipelined count would
 * overtake it.
 */
export async function lockQuota(
  tx: Transaction,
  name: QuotaName,
  of: string | number,
): Promise<void> {
  const key = `quota ${name} of ${of}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}
