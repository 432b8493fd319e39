import { eq } from 'drizzle-orm';
import type { Config } from '#platform/config.ts';
import type { Transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { notFound } from '#platform/refusal.ts';
import { isAboutOnlyAdmin } from '../queries/facts.ts';
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

/** Emails the operator's safety contact about a case that the only admin decides about themself. */
export async function notifySafetyContact(
  tx: Transaction,
  found: { id: number; authorId: string | null },
  config: Config,
  now: Date,
): Promise<void> {
  const { safetyEmail } = config;
  if (safetyEmail === undefined || !(await isAboutOnlyAdmin(tx, found, config))) return;
  const payload = { caseId: found.id };
  await enqueue(tx, 'report_about_only_admin', { email: safetyEmail }, payload, now);
}
