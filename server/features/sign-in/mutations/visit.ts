import { eq } from 'drizzle-orm';
import type { Account } from '../../../../contract/accounts.ts';
import { passwordHashOf } from '../../accounts/queries.ts';
import { users } from '../../accounts/tables.ts';
import { recordAction } from '../../audit/mutations.ts';
import type { Config } from '../../../platform/config.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { signInRequired } from '../../../platform/refusal.ts';
import { isFirstAdmin } from '../policy/sign-in.ts';
import { enqueueOnce } from '../../../platform/mail/outbox.ts';
import { hasTwoStep } from '../queries/two-step.ts';
import { deviceName } from '../../../platform/http/device.ts';
import { pendingSignInTicket, type Ticket } from '../policy/pending-sign-in.ts';
import { endSession, startSession, type Visit as BareVisit } from './sessions.ts';
import type { NewSession } from '../../../platform/http/route.ts';
import { acquaintanceOf, markDevice, type Place } from '../queries/sign-ins.ts';
import { recordSignIn } from './sign-ins.ts';

/** Who comes to sign in, and from where. */
export interface Visit extends BareVisit, Place {
  config: Config;
}

export interface SignedIn {
  account: Account;
  session: NewSession;
}

/** What a sign-in comes to: a session, or where a second step is on the way to it. */
export type Entry = SignedIn | { pendingSignIn: Ticket };

/**
 * Lets in who has shown that they are the owner of the account by anything but a code: each way to sign in comes
 * through here. The account is held by the caller.
 */
export async function enter(
  tx: Transaction,
  account: Account,
  visit: Visit,
  { told = false } = {},
): Promise<Entry> {
  if (!(await hasTwoStep(tx, account.id))) return beginVisit(tx, account, visit, { told });
  if (visit.token) await endSession(tx, visit.token);
  const passwordHash = await passwordHashOf(tx, account.id);
  return {
    pendingSignIn: pendingSignInTicket(visit.signer, { id: account.id, passwordHash }, visit.now),
  };
}

/**
 * Begins the session of somebody who has shown who they are; the operator becomes an admin on the way.
 * `told`: the owner knows of it already.
 */
export async function beginVisit(
  tx: Transaction,
  account: Account,
  visit: Visit,
  { told = false } = {},
): Promise<SignedIn> {
  const admitted = await withFirstAdmin(tx, account, visit);
  const known = await acquaintanceOf(tx, account.email, visit);
  if (!known) throw signInRequired();
  if (!told && !known.device && !known.network) await tellOfNewPlace(tx, account, visit);
  const outcome = known.device ? 'signed_in' : 'new_device';
  await recordSignIn(tx, account.id, outcome, visit);
  const session = await startSession(tx, account.id, visit);
  return {
    account: admitted,
    session: { ...session, device: markDevice(visit.signer, known) },
  };
}

/**
 * Tells the owner of a sign-in on a device and from a network that are both unknown, for each hour once. Phones on
 * the move are known by their cookie, and a new browser at home by the network.
 */
async function tellOfNewPlace(tx: Transaction, account: Account, visit: Visit): Promise<void> {
  const { config, network, userAgent, now } = visit;
  // On a demonstration everybody signs in as the same few people.
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
  { config, now }: Pick<Visit, 'config' | 'now'>,
): Promise<Account> {
  if (!isFirstAdmin(account, config.adminEmail)) return account;
  await promote(tx, account, { actor: account, by: 'ADMIN_EMAIL', now });
  return { ...account, role: 'admin' };
}

interface Promotion {
  actor: { id: string };
  /** What made it so. */
  by: 'ADMIN_EMAIL' | 'shell';
  now: Date;
}

export async function promote(
  tx: Transaction,
  account: Pick<Account, 'id' | 'role'>,
  { actor, by, now }: Promotion,
): Promise<void> {
  await tx.update(users).set({ role: 'admin' }).where(eq(users.id, account.id));
  await recordAction(tx, actor, {
    action: 'user.role',
    target: { type: 'user', id: account.id },
    before: { role: account.role },
    after: { role: 'admin', by },
    now,
  });
}
