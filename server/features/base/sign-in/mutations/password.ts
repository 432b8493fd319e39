import { eq } from 'drizzle-orm';
import { spentLink } from '#contract/base/sign-in.ts';
import { liftOwnSuspension } from '#features/base/accounts/mutations.ts';
import { accountById, passwordHashOf } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { ownerOfLink, spendLink } from './links.ts';
import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { passwordMatches } from '#platform/crypto/password.ts';
import { endSessionsOf, startSession, type SessionOrigin } from './sessions.ts';
import type { NewSession } from '#platform/http/context.ts';
import type { Viewer } from '#platform/viewer.ts';
import { hasVerifiedUser } from '../queries/sessions.ts';
import { signInColumns } from '../queries/sign-in.ts';
import { markDevice } from '../queries/known-locations.ts';
import { signInAs, type SignInResult, type SignInAttempt } from './session-start.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { demand, invalid, signInRequired } from '#platform/refusal.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { signInRefusal } from '../policy/sign-in.ts';
import { takeOverAccount, hashNewPassword } from './sign-in.ts';

/** Writes a row for every address, so response times don't reveal which have accounts. */
export async function askForReset(db: Database, address: string, now: Date): Promise<void> {
  await transaction(db, (tx) => enqueue(tx, 'password_reset', { email: address }, {}, now));
}

/**
 * Sets the password by the link sent to the account's address and ends every session. It begins a
 * session here, after the second step if that is on.
 * @throws Refusal `invalid` or `suspended`
 */
export async function resetPassword(
  db: Database,
  form: { token: string; password: string },
  visit: SignInAttempt,
  config: Config,
  signer: Signer,
  now: Date,
): Promise<SignInResult> {
  const usable = await ownerOfLink(db, 'reset_password', form.token, now);
  if (!usable) throw invalid({ token: spentLink });
  await liftOwnSuspension(db, eq(users.id, usable), now);
  const passwordHash = await hashNewPassword(
    db,
    form.password,
    await accountById(db, usable),
    config,
  );
  return transaction(db, async (tx) => {
    const userId = await spendLink(tx, 'reset_password', form.token, now);
    const before = userId ? await lockAccount(tx, userId) : undefined;
    if (!before) throw invalid({ token: spentLink });
    demand(signInRefusal(before, true));
    const account = await takeOverAccount(tx, before, now);
    await setPassword(tx, account.id, passwordHash, now);
    // The email about the password also mentions this sign-in.
    return signInAs(tx, account, { ...visit, isNotified: true }, config, signer, now);
  });
}

/**
 * Changes the password, ends every session including this one, and begins another.
 * @throws Refusal `invalid`, `suspended`
 */
export async function changePassword(
  db: Database,
  viewer: Viewer,
  input: SessionOrigin & { currentPassword: string; password: string },
  config: Config,
  signer: Signer,
  now: Date,
): Promise<NewSession> {
  const oldHash = await passwordHashOf(db, viewer.id);
  if (!(await passwordMatches(oldHash, input.currentPassword))) {
    throw invalid({ currentPassword: 'This is not your current password' });
  }
  const passwordHash = await hashNewPassword(db, input.password, viewer, config);
  return transaction(db, async (tx) => {
    const account = await lockAccount(tx, viewer.id);
    if (!account) throw signInRequired();
    demand(signInRefusal(account, account.passwordHash === oldHash));
    const verifiedUser = await hasVerifiedUser(tx, input.token);
    await setPassword(tx, viewer.id, passwordHash, now);
    const here = markDevice({ email: viewer.email, knownSince: now }, signer);
    return {
      ...(await startSession(tx, viewer.id, { ...input, verifiedUser }, now)),
      device: here,
    };
  });
}

/**
 * Locks the account until the session exists: an earlier ban refuses the session, a later one ends
 * it.
 */
async function lockAccount(tx: Transaction, userId: string) {
  const [account] = await tx
    .select(signInColumns)
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  return account;
}

/**
 * Sets a new password: ends sessions and forgets locations of the old one, and emails the owner.
 */
async function setPassword(
  tx: Transaction,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx.update(users).set({ passwordHash, knownSince: now }).where(eq(users.id, userId));
  await endSessionsOf(tx, userId);
  await enqueue(tx, 'password_changed', userId, {}, now);
}
