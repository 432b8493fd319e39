import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { notFound } from '#platform/refusal.ts';
import { reportCases } from '../tables.ts';

/**
 * Locks and returns the case; decisions, appeals and reports all take this lock.
 * @throws Refusal `not_found`
 */
export async function lockCase(tx: Transaction, id: number) {
  const [found] = await tx.select().from(reportCases).where(eq(reportCases.id, id)).for('update');
  if (!found) throw notFound('Report');
  return found;
}
