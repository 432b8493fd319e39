import { eq } from 'drizzle-orm';
import { liftOwnSuspension } from '#features/base/accounts/mutations.ts';
import { users } from '#features/base/accounts/tables.ts';
import {
  signInAs,
  type SignInAttempt,
  type SignInResult,
} from '#features/base/sign-in/mutations/session-start.ts';
import { recordSignIn } from '#features/base/sign-in/mutations/sign-in-log.ts';
import { signInRefusal } from '#features/base/sign-in/policy/sign-in.ts';
import { signInColumns } from '#features/base/sign-in/queries/sign-in.ts';
import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import {
  assertionOptions,
  credentialIn,
  verifiedAssertion,
  type RelyingParty,
  type VerifiedAssertion,
} from '#platform/crypto/webauthn.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { deviceName } from '#platform/http/device.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { demand } from '#platform/refusal.ts';
import { newChallenge, type BrowserKey } from '../policy/challenge.ts';
import { copiedPasskey, isCopied, wrongPasskey } from '../policy/passkeys.ts';
import { passkeyByCredential } from '../queries.ts';
import { passkeys } from '../tables.ts';
import { spendChallenge, type BrowserAnswer } from './challenges.ts';

/** Makes the challenge for a sign-in, and asks the browser for any passkey of this site. */
export function beginPasskeySignIn(
  browserKey: BrowserKey,
  party: RelyingParty,
  signer: Signer,
  now: Date,
) {
  const { challenge, pathKey } = newChallenge(undefined, browserKey, signer, now);
  return { options: assertionOptions(party, challenge), pathKey };
}

type SignInAnswer = BrowserAnswer & { visit: SignInAttempt };
type PasskeyRow = NonNullable<Awaited<ReturnType<typeof passkeyByCredential>>>;

/**
 * Signs in the owner of the passkey that answered. One that verified its user counts as both steps.
 * @throws Refusal `sign_in_required` for a wrong answer, `suspended`
 */
export async function signInByPasskey(
  db: Database,
  { visit, ...answer }: SignInAnswer,
  party: RelyingParty,
  config: Config,
  signer: Signer,
  now: Date,
): Promise<SignInResult> {
  const challenge = await spendChallenge(db, answer, signer, now);
  const credentialId = credentialIn(answer.response);
  if (!challenge || challenge.userId !== undefined || !credentialId) throw wrongPasskey();
  const passkey = await passkeyByCredential(db, credentialId, party);
  if (!passkey) throw wrongPasskey();
  const proof = await verifiedAssertion(answer.response, challenge.text, passkey, party);
  if (!proof) {
    await recordSignIn(db, passkey.userId, 'refused', visit.network, now);
    throw wrongPasskey();
  }
  await liftOwnSuspension(db, eq(users.id, passkey.userId), now);
  const entry = await transaction(db, async (tx) => {
    const [account] = await tx
      .select(signInColumns)
      .from(users)
      .where(eq(users.id, passkey.userId))
      .for('share');
    demand(signInRefusal(account, account !== undefined));
    const use = await recordUse(tx, passkey, proof, now);
    if (!account || use === 'gone') throw wrongPasskey();
    if (use === 'copied') return undefined;
    const { userVerified: verifiedUser } = proof;
    return signInAs(tx, account, { ...visit, verifiedUser }, config, signer, now);
  });
  if (entry) return entry;
  await notifyOfCopy(db, passkey, visit, now);
  throw copiedPasskey();
}

/** Moves the passkey's counter on; of two answers with one count, the second finds a copy. */
async function recordUse(
  tx: Transaction,
  { id }: PasskeyRow,
  { counter }: VerifiedAssertion,
  now: Date,
): Promise<'used' | 'copied' | 'gone'> {
  const [before] = await tx
    .select({ counter: passkeys.counter })
    .from(passkeys)
    .where(eq(passkeys.id, id))
    .for('update');
  if (!before) return 'gone';
  if (isCopied(before.counter, counter)) return 'copied';
  await tx.update(passkeys).set({ counter, lastUsedAt: now }).where(eq(passkeys.id, id));
  return 'used';
}

async function notifyOfCopy(
  db: Database,
  { userId }: PasskeyRow,
  { network, userAgent }: SignInAttempt,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    await recordSignIn(tx, userId, 'refused', network, now);
    const device = deviceName(userAgent ?? null);
    await enqueue(tx, 'passkey_copied', userId, { at: now.toISOString(), network, device }, now);
  });
}
