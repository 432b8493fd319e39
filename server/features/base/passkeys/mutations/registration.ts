import { cleanText, type CleanText } from '#contract/platform/clean-text.ts';
import { lockViewer } from '#features/base/accounts/mutations.ts';
import { passwordHashOf } from '#features/base/accounts/queries.ts';
import { proveOwner } from '#features/base/sign-in/mutations/two-step.ts';
import { sessionBegan } from '#features/base/sign-in/queries/sessions.ts';
import { settingsNow } from '#features/base/settings/queries.ts';
import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import {
  registrationOptions,
  verifiedRegistration,
  type RelyingParty,
} from '#platform/crypto/webauthn.ts';
import { transaction, type Database } from '#platform/db/database.ts';
import { deviceName } from '#platform/http/device.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { demand } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { newChallenge, type BrowserKey } from '../policy/challenge.ts';
import { freshRefusal, numberRefusal, wrongRegistration } from '../policy/passkeys.ts';
import { countPasskeys, passkeysOf, isForThisHost } from '../queries.ts';
import { passkeys } from '../tables.ts';
import { spendChallenge, type BrowserAnswer } from './challenges.ts';

/** The proof of the member who adds a passkey, typed or by their session. */
interface Proof {
  password?: string | undefined;
  code?: string | undefined;
  session: string | undefined;
}

/**
 * Makes the challenge for a new passkey, and asks the browser for one.
 * @throws Refusal `invalid` or `sign_in_required` without proof, `conflict` at the limit
 */
export async function beginPasskey(
  db: Database,
  viewer: Viewer,
  { browserKey, party, ...proof }: Proof & { browserKey: BrowserKey; party: RelyingParty },
  config: Config,
  signer: Signer,
  now: Date,
) {
  await requireOwner(db, viewer, proof, signer, now);
  const existing = await passkeysOf(db, viewer.id);
  demand(numberRefusal(existing.length));
  const { siteName } = await settingsNow(db, config);
  const { challenge, pathKey } = newChallenge(viewer.id, browserKey, signer, now);
  const here = existing.filter((each) => isForThisHost(each, party));
  return { options: registrationOptions(party, siteName, viewer, here, challenge), pathKey };
}

async function requireOwner(
  db: Database,
  viewer: Viewer,
  { session, ...typed }: Proof,
  signer: Signer,
  now: Date,
): Promise<void> {
  if ((await passwordHashOf(db, viewer.id)) !== null) {
    return proveOwner(db, viewer, typed, signer, now);
  }
  const signedInAt = session === undefined ? undefined : await sessionBegan(db, session);
  demand(freshRefusal(signedInAt, now));
}

interface Registration extends BrowserAnswer {
  name: CleanText | undefined;
  userAgent: CleanText | undefined;
  network: string;
}

/** @throws Refusal `invalid` for a wrong answer, `conflict` at the limit */
export async function addPasskey(
  db: Database,
  viewer: Viewer,
  { name, userAgent, network, ...answer }: Registration,
  party: RelyingParty,
  signer: Signer,
  now: Date,
): Promise<{ id: number; name: string; createdAt: string }> {
  const challenge = await spendChallenge(db, answer, signer, now);
  if (challenge?.userId !== viewer.id) throw wrongRegistration();
  const made = await verifiedRegistration(answer.response, challenge.text, party);
  if (!made) throw wrongRegistration();
  const device = deviceName(userAgent ?? null);
  return transaction(db, async (tx) => {
    await lockViewer(tx, viewer);
    demand(numberRefusal(await countPasskeys(tx, viewer.id)));
    const [row] = await tx
      .insert(passkeys)
      .values({
        ...made,
        credentialId: cleanText(made.credentialId),
        userId: viewer.id,
        name: name ?? cleanText(device),
        rpId: party.id,
        createdAt: now,
      })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning({ id: passkeys.id, name: passkeys.name, createdAt: passkeys.createdAt });
    if (!row) throw wrongRegistration();
    const payload = { at: now.toISOString(), network, device };
    await enqueue(tx, 'passkey_added', viewer.id, payload, now);
    return { ...row, createdAt: row.createdAt.toISOString() };
  });
}
