import { isUnreachable } from '#platform/db/database.ts';
import type { JobDeps } from '#platform/jobs/runner.ts';
import { unreadReports } from '#platform/mail/bounce-mailbox.ts';
import { readBounce } from '#platform/mail/bounces.ts';
import { suppressBounced } from './mutations.ts';

/**
 * Suppresses the addresses whose emails came back to the mailbox of `BOUNCE_IMAP_URL`. A report that
 * can't be handled counts as read, so that it doesn't block all others for good.
 * @returns how many reports were about such an address, and how many failed
 */
export async function readBounces({ db, config, clock, log }: JobDeps) {
  const counts = { refused: 0, failed: 0 };
  if (config.bounceMailbox === undefined) return counts;
  for await (const message of unreadReports(config.bounceMailbox)) {
    try {
      const bounce = await readBounce(message);
      if (bounce && (await suppressBounced(db, bounce, clock()))) counts.refused += 1;
    } catch (error) {
      if (isUnreachable(error)) throw error;
      counts.failed += 1;
      log.error({ err: error }, 'a delivery report could not be handled');
    }
  }
  return counts;
}
