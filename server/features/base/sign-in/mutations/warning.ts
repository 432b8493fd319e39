import type { Config } from '#platform/config.ts';
import { transaction, type Database } from '#platform/db/database.ts';
import type { Guess } from '#platform/rate/guesses.ts';
import { enqueueOnce } from '#platform/mail/outbox.ts';

/**
 * Tells the owner of an address that many have guessed, once a day. The same row is written where there is no account, so
 * that nobody can tell by the time who has one.
 */
export async function warnOfGuesses(
  db: Database,
  { owner, what }: Guess,
  network: string,
  config: Config,
  now: Date,
): Promise<void> {
  // On a demonstration everybody signs in as the same few people.
  if (config.demo) return;
  const at = now.toISOString();
  const uniqueKey = `wrong_guesses:${owner}:${at.slice(0, 10)}`;
  await transaction(db, (tx) =>
    enqueueOnce(
      tx,
      'wrong_guesses',
      { to: { email: owner }, uniqueKey },
      { last: what, at, network },
      now,
    ),
  );
}
