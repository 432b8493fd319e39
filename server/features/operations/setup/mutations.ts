import type { z } from 'zod';
import type { createFirstAdmin, SetupStep } from '#contract/operations/setup.ts';
import { ownNameRefusal } from '#features/base/accounts/policy.ts';
import { hasAdmin } from '#features/base/accounts/queries.ts';
import { lockSettings, storeSetup } from '#features/base/settings/mutations.ts';
import { settingsNow, setupState } from '#features/base/settings/queries.ts';
import {
  beginSession,
  promoteToAdmin,
  type SignedIn,
  type SignInAttempt,
} from '#features/base/sign-in/mutations/session-start.ts';
import { createAccount, hashNewPassword } from '#features/base/sign-in/mutations/sign-in.ts';
import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { transaction, type Database, type Reader } from '#platform/db/database.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { demand } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { readSetupToken, spentLinkRefusal, testEmailRefusal } from './policy.ts';

/**
 * Returns when a setup link ends.
 * @throws Refusal `not_found` for one that no longer works
 */
export async function requireSetupLink(
  db: Reader,
  token: string,
  signer: Signer,
  now: Date,
): Promise<Date> {
  const link = readSetupToken(token, signer, now);
  if (!link) throw spentLinkRefusal();
  const [hasAdminAlready, state] = [await hasAdmin(db), await setupState(db)];
  if (hasAdminAlready || (state && new Date(state.usedAt) >= link.madeAt)) throw spentLinkRefusal();
  return link.expiresAt;
}

/**
 * Makes the first admin and signs them in. Of several at once, the first wins.
 * @throws Refusal `not_found` for a link that no longer works, `conflict` for a taken address,
 * `invalid`
 */
export async function registerFirstAdmin(
  db: Database,
  form: z.output<(typeof createFirstAdmin)['body']>,
  visit: SignInAttempt,
  config: Config,
  signer: Signer,
  now: Date,
): Promise<SignedIn> {
  // Asked before the password is hashed, which is slow, and again under the lock.
  await requireSetupLink(db, form.token, signer, now);
  demand(ownNameRefusal(form, (await settingsNow(db, config)).siteName));
  const passwordHash = await hashNewPassword(db, form.password, form, config);
  return transaction(db, async (tx) => {
    await lockSettings(tx);
    await requireSetupLink(tx, form.token, signer, now);
    const account = await createAccount(tx, { ...form, ageConfirmed: true }, passwordHash, now);
    await promoteToAdmin(tx, account, account, 'setup', now);
    await storeSetup(tx, { usedAt: now.toISOString(), done: [], open: true }, now);
    const admin = { ...account, role: 'admin' as const };
    return beginSession(tx, admin, { ...visit, isNotified: true }, config, signer, now);
  });
}

/** Marks a step as done, or as open again. */
export async function markStep(
  db: Database,
  step: SetupStep,
  isDone: boolean,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSettings(tx);
    const state = (await setupState(tx)) ?? newState(now);
    const others = state.done.filter((each) => each !== step);
    await storeSetup(tx, { ...state, done: isDone ? [...others, step] : others }, now);
  });
}

/** Puts the list of steps away. */
export async function closeSetup(db: Database, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSettings(tx);
    const state = (await setupState(tx)) ?? newState(now);
    await storeSetup(tx, { ...state, open: false }, now);
  });
}

/** The state of a site whose first admin was made in another way. */
const newState = (now: Date) => ({ usedAt: now.toISOString(), done: [], open: false });

/** @throws Refusal `conflict` without a mail server */
export async function sendTestEmail(
  db: Database,
  viewer: Viewer,
  config: Config,
  now: Date,
): Promise<void> {
  demand(testEmailRefusal(config));
  await transaction(db, (tx) => enqueue(tx, 'test_email', viewer.id, {}, now));
  await markStep(db, 'email', true, now);
}
