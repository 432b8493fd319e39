import { isUnreachable, type Database } from '#platform/db/database.ts';
import type { Config } from '#platform/config.ts';
import { forEachItem } from '#platform/jobs/items.ts';
import { unreadReports } from '#platform/mail/bounce-mailbox.ts';
import { readBounce } from '#platform/mail/bounces.ts';
import { suppressBounced } from './mutations.ts';

/**
 * Suppresses the addresses whose emails came back to the mailbox of `BOUNCE_IMAP_URL`. A report that
 * can't be handled counts as read, so that it doesn't stand before all others for good.
 * @returns how many reports were about such an address, and how many failed
 */
export async function readBounces(
  db: Database,
  { bounceMailbox }: Pick<Config, 'bounceMailbox'>,
  now: Date,
): Promise<number> {
  if (bounceMailbox === undefined) return 0;
  return forEachItem(
    unreadReports(bounceMailbox),
    async (message) => {
      const bounce = await readBounce(message);
      return bounce && (await suppressBounced(db, bounce, now)) ? 1 : 0;
    },
    // A report is marked as read with the next one. It stays unread for a database that will answer.
    { endsRound: isUnreachable },
  );
}
