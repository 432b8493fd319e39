import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { Account } from '#contract/base/accounts.ts';
import type { register } from '#contract/base/sign-in.ts';
import { liftOwnSuspension } from '#features/base/accounts/mutations.ts';
import { addressProof, cleanStartSteps } from '#features/base/accounts/steps.ts';
import { ownNameRefusal } from '#features/base/accounts/policy.ts';
import { accountColumns } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { invitations } from '#features/base/settings/tables.ts';
import { mailPreferences } from '#features/base/mail/tables.ts';
import { passkeys } from '#features/base/passkeys/tables.ts';
import { guessableAs } from '../policy/common-passwords.ts';
import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Claims } from '#platform/oidc/issuer.ts';
import { hashPassword, passwordMatches } from '#platform/crypto/password.ts';
import {
  beginSession,
  signInAs,
  type SignInResult,
  type SignedIn,
  type SignInAttempt,
} from './session-start.ts';
import { transaction, type Transaction, type Database } from '#platform/db/database.ts';
import { demand, Refusal, signInRequired } from '#platform/refusal.ts';
import { admitByInvitation } from '#features/base/settings/mutations.ts';
import { settingsNow } from '#features/base/settings/queries.ts';
import { guessableRefusal, robotRefusal, signInRefusal } from '../policy/sign-in.ts';
import { credentialsOf, signInColumns } from '../queries/sign-in.ts';
import { mailTokens, twoSteps, identities } from '../tables.ts';
import { recordSignIn } from './sign-in-log.ts';
import { enqueueConfirmationEmail, confirmAddress } from './confirmation.ts';
import { endSessionsOf } from './sessions.ts';

/**
 * @throws Refusal `conflict` if the address is taken, `forbidden` if an invitation is needed,
 * `invalid`
 */
export async function registerAccount(
  db: Database,
  form: z.output<(typeof register)['body']>,
  visit: SignInAttempt,
  config: Config,
  signer: Signer,
  now: Date,
): Promise<SignedIn> {
  demand(robotRefusal(form.website));
  demand(ownNameRefusal(form, (await settingsNow(db, config)).siteName));
  const passwordHash = await hashNewPassword(db, form.password, form, config);
  return transaction(db, async (tx) => {
    await admitByInvitation(tx, form.invitation, config, now);
    const account = await createAccount(tx, form, passwordHash, now);
    return beginSession(tx, account, { ...visit, isNotified: true }, config, signer, now);
  });
}

type NewAccount = Pick<
  z.output<(typeof register)['body']>,
  'email' | 'firstName' | 'lastName' | 'ageConfirmed' | 'next' | 'guestToken'
>;

/**
 * Creates an account and enqueues the email that confirms its address, unless a guest's link proves
 * it.
 * @throws Refusal `conflict` when the address is taken
 */
export async function createAccount(
  tx: Transaction,
  form: NewAccount,
  passwordHash: string,
  now: Date,
): Promise<Account> {
  const isProved =
    form.guestToken !== undefined &&
    (await addressProof.read()(tx, form.guestToken, form.email, now));
  const [account] = await tx
    .insert(users)
    .values({
      id: randomUUID(),
      email: form.email,
      passwordHash,
      firstName: form.firstName,
      lastName: form.lastName || null,
      ageConfirmedAt: form.ageConfirmed ? now : null,
      emailVerifiedAt: isProved ? now : null,
      // Devices of an earlier account with this address are unknown.
      knownSince: now,
      createdAt: now,
    })
    .onConflictDoNothing({ target: users.email })
    .returning(accountColumns);
  if (!account) {
    const message = 'An account with this email already exists';
    throw new Refusal('conflict', message, { fields: { email: message } });
  }
  if (!isProved) await enqueueConfirmationEmail(tx, account.id, form.next, now);
  return account;
}

/** @throws Refusal `sign_in_required` or `suspended` */
export async function signIn(
  db: Database,
  form: { email: CleanText; password: string },
  visit: SignInAttempt,
  config: Config,
  signer: Signer,
  now: Date,
): Promise<SignInResult> {
  await liftOwnSuspension(db, eq(users.email, form.email), now);
  const credentials = await credentialsOf(db, form.email);
  const matches = await passwordMatches(credentials?.passwordHash, form.password);
  if (!matches) {
    await recordSignIn(db, credentials?.id ?? null, 'refused', visit.network, now);
  }
  demand(signInRefusal(credentials, matches));
  return transaction(db, async (tx) => {
    const [account] = await tx
      .select(signInColumns)
      .from(users)
      .where(eq(users.email, form.email))
      .for('share');
    // The password may have changed since it was checked.
    demand(signInRefusal(account, account?.passwordHash === credentials?.passwordHash));
    if (!account) throw signInRequired();
    return signInAs(tx, account, visit, config, signer, now);
  });
}

/**
 * Hands the account to the person who has proved that its address is theirs. The caller locks it.
 */
export async function takeOverAccount(
  tx: Transaction,
  account: Account,
  now: Date,
): Promise<Account> {
  if (!account.emailVerified) await clearUnconfirmed(tx, account.id, now);
  return confirmAddress(tx, account.id, now);
}

export async function linkIdentity(
  tx: Transaction,
  userId: string,
  claims: Claims,
  now: Date,
): Promise<void> {
  const { issuer, subject } = claims;
  await tx.insert(identities).values({ issuer, subject, userId, createdAt: now });
}

/**
 * Hashes a new password, wherever it is chosen.
 * @throws Refusal `invalid` for one that attackers try first
 */
export async function hashNewPassword(
  db: Database,
  chosen: string,
  owner:
    | (Pick<Account, 'email' | 'firstName'> & { lastName?: string | null | undefined })
    | undefined,
  config: Config,
): Promise<string> {
  const { siteName } = await settingsNow(db, config);
  const { email = '', firstName = '', lastName } = owner ?? {};
  const words = [siteName, email, email.slice(0, email.indexOf('@')), firstName, lastName ?? ''];
  demand(guessableRefusal(await guessableAs(chosen, words)));
  return hashPassword(chosen);
}

/**
 * Hands an account with an unconfirmed address to the person who has just proved that the address
 * is theirs. Somebody else may have registered it, so everything goes by which they could sign in,
 * lock the owner out or learn of them. Nothing confidential of theirs becomes the owner's. Groups,
 * events and comments stay, since others may rely on them. The caller locks the account.
 */
async function clearUnconfirmed(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({
      passwordHash: null,
      knownSince: now,
      phoneNumber: null,
      smsNotifications: false,
      ageConfirmedAt: null,
      trustedAt: null,
    })
    .where(eq(users.id, userId));
  await endSessionsOf(tx, userId);
  // Recovery codes are deleted with the second step.
  for (const table of [identities, passkeys, mailTokens, twoSteps, mailPreferences]) {
    await tx.delete(table).where(eq(table.userId, userId));
  }
  for (const step of cleanStartSteps.read()) await step(tx, userId);
  await tx
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(eq(invitations.createdById, userId), isNull(invitations.revokedAt)));
}
