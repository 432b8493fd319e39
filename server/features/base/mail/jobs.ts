import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/db/database.ts';
import { unreadReports } from '#platform/mail/bounce-mailbox.ts';
import { readBounce } from '#platform/mail/bounces.ts';
import { suppressBounced } from './mutations.ts';

/**
 * Suppresses the addresses whose emails came back to the mailbox of `BOUNCE_IMAP_URL`.
 * @returns how many reports were about such an address
 */
export async function readBounces(
  db: Database,
  { bounceMailbox }: Pick<Config, 'bounceMailbox'>,
  now: Date,
): Promise<number> {
  let refused = 0;
  if (bounceMailbox === undefined) return refused;
  for await (const message of unreadReports(bounceMailbox)) {
    const bounce = await readBounce(message);
    if (bounce && (await suppressBounced(db, bounce, now))) refused += 1;
  }
  return refused;
}
