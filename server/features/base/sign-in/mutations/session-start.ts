import { eq } from 'drizzle-orm';
import type { Account } from '#contract/base/accounts.ts';
import { paths, signInCodePath, withNext } from '#contract/platform/paths.ts';
import { passwordHashOf } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { record } from '#features/base/audit/mutations.ts';
import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Actor } from '#platform/viewer.ts';
import type { Transaction } from '#platform/db/database.ts';
import { signInRequired } from '#platform/refusal.ts';
import { isFirstAdmin } from '../policy/sign-in.ts';
import { enqueueOnce } from '#platform/mail/outbox.ts';
import { hasTwoStep } from '../queries/two-step.ts';
import { deviceName } from '#platform/http/device.ts';
import { ok } from '#platform/http/route.ts';
import { pendingSignInTicket, type Ticket } from '../policy/pending-sign-in.ts';
import { endSession, startSession, type SessionOrigin } from './sessions.ts';
import type { NewSession } from '#platform/http/context.ts';
import { knownDeviceOf, markDevice, type SignInLocation } from '../queries/known-locations.ts';
import { recordSignIn } from './sign-in-log.ts';

/** The browser and place of a sign-in. */
export interface SignInAttempt extends SessionOrigin, SignInLocation {
  /** The owner gets another email about this sign-in. */
  isNotified?: boolean;
}

export interface SignedIn {
  account: Account;
  session: NewSession;
}

/** The outcome of a sign-in: a session, or a pending second step. */
export type SignInResult = SignedIn | Pending;

interface Pending {
  pendingSignIn: Ticket;
}

/** Leads to the page that asks for a code, and ends the browser's earlier session until then. */
export const secondStepReply = ({ pendingSignIn }: Pending, next: string | undefined) => ({
  ...ok({
    redirectUrl: next ? withNext(signInCodePath, next) : signInCodePath,
    secondStep: true as const,
  }),
  session: 'ended' as const,
  ticket: pendingSignIn,
});

/** Answers a log-in: where to go on, `next` or the events, or the page that asks for a code. */
export const logInReply = (entry: SignInResult, next: string | undefined) =>
  'pendingSignIn' in entry
    ? secondStepReply(entry, next)
    : { ...ok({ redirectUrl: next ?? paths.events }), session: entry.session };

/**
 * Signs in the account's owner, who has proved everything but a second-step code, or with a passkey
 * that verified them everything. Every way to sign in calls it. The caller locks the account.
 */
export async function signInAs(
  tx: Transaction,
  account: Account,
  visit: SignInAttempt,
  config: Config,
  signer: Signer,
  now: Date,
): Promise<SignInResult> {
  if (visit.verifiedUser || !(await hasTwoStep(tx, account.id))) {
    return beginSession(tx, account, visit, config, signer, now);
  }
  if (visit.token) await endSession(tx, visit.token);
  const passwordHash = await passwordHashOf(tx, account.id);
  return { pendingSignIn: pendingSignInTicket({ id: account.id, passwordHash }, signer, now) };
}

/** Begins the session of an authenticated person; the operator's account becomes an admin here. */
export async function beginSession(
  tx: Transaction,
  account: Account,
  visit: SignInAttempt,
  config: Config,
  signer: Signer,
  now: Date,
): Promise<SignedIn> {
  const admitted = await withFirstAdmin(tx, account, config, now);
  const history = await knownDeviceOf(tx, account.email, visit, signer);
  if (!history) throw signInRequired();
  if (!visit.isNotified && !history.device && !history.network) {
    await notifyOfNewLocation(tx, account, visit, config, now);
  }
  const outcome = history.device ? 'signed_in' : 'new_device';
  await recordSignIn(tx, account.id, outcome, visit.network, now);
  const session = await startSession(tx, account.id, visit, now);
  return {
    account: admitted,
    session: { ...session, device: markDevice(history, signer) },
  };
}

/**
 * Notifies the owner of a sign-in from an unknown device in an unknown network, once an hour at
 * most. A phone elsewhere is known by its cookie, a new browser at home by the network.
 */
async function notifyOfNewLocation(
  tx: Transaction,
  account: Account,
  { network, userAgent }: SignInAttempt,
  config: Config,
  now: Date,
): Promise<void> {
  // In a demo, everybody shares the same few accounts.
  if (config.demo) return;
  const hour = now.toISOString().slice(0, 13);
  await enqueueOnce(
    tx,
    'new_sign_in',
    { to: account.id, uniqueKey: `new_sign_in:${account.id}:${hour}` },
    { at: now.toISOString(), network, device: deviceName(userAgent ?? null) },
    now,
  );
}

export async function withFirstAdmin(
  tx: Transaction,
  account: Account,
  config: Config,
  now: Date,
): Promise<Account> {
  if (!isFirstAdmin(account, config.adminEmail)) return account;
  await promoteToAdmin(tx, account, account, 'ADMIN_EMAIL', now);
  return { ...account, role: 'admin' };
}

/** Makes an account an admin; `by` is the reason. */
export async function promoteToAdmin(
  tx: Transaction,
  actor: Actor,
  account: Pick<Account, 'id' | 'role'>,
  by: 'ADMIN_EMAIL' | 'shell' | 'setup',
  now: Date,
): Promise<void> {
  await tx.update(users).set({ role: 'admin' }).where(eq(users.id, account.id));
  const change = { before: { role: account.role }, after: { role: 'admin', by } };
  await record(tx, actor, 'user.role', account.id, change, now);
}
