import type { Config } from '#platform/config.ts';
import { transaction, type Database } from '#platform/db/database.ts';
import type { Guess } from '#platform/rate/guesses.ts';
import { enqueueOnce } from '#platform/mail/outbox.ts';

/**
 * Warns the owner of an address once a day about many wrong guesses. It writes the same row without
 * an account, so response times don't reveal which addresses have one.
 */
export async function warnOfGuesses(
  db: Database,
  { owner, what }: Guess,
  network: string,
  config: Config,
  now: Date,
): Promise<void> {
  // In a demo, everybody shares the same few accounts.
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
