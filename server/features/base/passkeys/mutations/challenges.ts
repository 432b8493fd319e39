import { spendTicket } from '#features/base/sign-in/mutations/spent-tickets.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { challengeIn } from '#platform/crypto/webauthn.ts';
import type { Database } from '#platform/db/database.ts';
import { challengeOf, type BrowserKey, type Challenge } from '../policy/challenge.ts';

/** A browser's answer to one of its challenges. */
export interface BrowserAnswer {
  response: unknown;
  browserKey: BrowserKey;
}

/**
 * Uses up the challenge that an answer belongs to, whatever the answer proves: a second answer finds
 * none, in whichever process.
 */
export async function spendChallenge(
  db: Database,
  { response, browserKey }: BrowserAnswer,
  signer: Signer,
  now: Date,
): Promise<(Challenge & { text: string }) | undefined> {
  const text = challengeIn(response);
  const challenge = challengeOf(text, browserKey, signer, now);
  if (text === undefined || challenge === undefined) return undefined;
  return (await spendTicket(db, challenge)) ? { ...challenge, text } : undefined;
}
