import type { Config } from '#platform/config.ts';
import type { Transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { isAboutOnlyAdmin } from '../queries/facts.ts';

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
