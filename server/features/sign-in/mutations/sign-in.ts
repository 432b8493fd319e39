import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  email as Email,
  firstName as FirstName,
  type Account,
} from '../../../../contract/accounts.ts';
import { spentLink, type register } from '../../../../contract/sign-in.ts';
import { accountById, accountColumns, passwordHashOf } from '../../accounts/queries.ts';
import { identities, users } from '../../accounts/tables.ts';
import { guessableAs } from '../policy/common-passwords.ts';
import { startClean } from './clean-start.ts';
import { IssuerFailure } from '../../../platform/oidc/issuer-failure.ts';
import type { Claims } from '../../../platform/oidc/issuer.ts';
import { ownerOfLink, spendLink } from './links.ts';
import { hashPassword, passwordMatches } from '../../../platform/crypto/password.ts';
import { endSessionsOf, startSession, type NewSession } from './sessions.ts';
import { markDevice, recordSignIn } from '../queries/sign-ins.ts';
import {
  beginVisit,
  enter,
  promote,
  withFirstAdmin,
  type Entry,
  type SignedIn,
  type Visit,
} from './visit.ts';
import { transaction, type Database, type Transaction } from '../../../platform/db/database.ts';
import { demand, invalid, Refusal, signInRequired } from '../../../platform/refusal.ts';
import type { Viewer } from '../../../platform/http/route.ts';
import { enqueue } from '../../../platform/mail/outbox.ts';
import { admit } from '../../settings/mutations.ts';
import { settingsNow } from '../../settings/queries.ts';
import { guessableRefusal, linkProblem, robotRefusal, signInRefusal } from '../policy/sign-in.ts';
import { credentialsOf } from '../queries/sign-in.ts';

/** @throws Refusal `conflict` when the address is taken, `forbidden` where an invitation is needed, `invalid` */
export async function registerAccount(
  db: Database,
  form: z.output<(typeof register)['body']>,
  visit: Visit,
): Promise<SignedIn> {
  demand(robotRefusal(form.website));
  const passwordHash = await hashChosen(db, form.password, form, visit);
  return transaction(db, async (tx) => {
    await admit(tx, visit.config, form.invitation, visit.now);
    const [account] = await tx
      .insert(users)
      .values({
        id: randomUUID(),
        email: form.email,
        passwordHash,
        firstName: form.firstName,
        lastName: form.lastName || null,
        createdAt: visit.now,
      })
      .onConflictDoNothing({ target: users.email })
      .returning(accountColumns);
    if (!account) {
      const message = 'An account with this email already exists';
      throw new Refusal('conflict', message, { fields: { email: message } });
    }
    await enqueue(tx, 'confirm_email', account.id, {}, visit.now);
    return beginVisit(tx, account, visit, { told: true });
  });
}

/** @throws Refusal `sign_in_required` or `suspended` */
export async function signIn(
  db: Database,
  form: { email: string; password: string },
  visit: Visit,
): Promise<Entry> {
  const credentials = await credentialsOf(db, form.email);
  const matches = await passwordMatches(credentials?.passwordHash, form.password);
  if (!matches) await recordSignIn(db, credentials?.id ?? null, 'refused', visit);
  demand(signInRefusal(credentials, matches));
  return transaction(db, async (tx) => {
    const [account] = await tx
      .select({ ...accountColumns, passwordHash: users.passwordHash })
      .from(users)
      .where(eq(users.email, form.email))
      .for('share');
    // The password may have been changed since it was looked at.
    demand(signInRefusal(account, account?.passwordHash === credentials?.passwordHash));
    if (!account) throw signInRequired();
    return enter(tx, account, visit);
  });
}

/**
 * Makes the account of an address an admin, on the word of whoever has the machine's shell; not one that is
 * suspended. Undefined where there is no such account.
 */
export async function makeAdmin(
  db: Database,
  address: string,
  now: Date,
): Promise<{ account: Account; already: boolean } | undefined> {
  return transaction(db, async (tx) => {
    const [account] = await tx
      .select(accountColumns)
      .from(users)
      .where(eq(users.email, address))
      .for('no key update');
    if (!account) return undefined;
    const already = account.role === 'admin';
    if (!already && account.isActive) {
      await promote(tx, account, { actor: { id: 'shell' }, by: 'shell', now });
    }
    return { account, already };
  });
}

/**
 * Signs in whom the issuer vouches for: to the account they came to before, to the one of their address, or
 * to a new one.
 * @throws IssuerFailure
 */
export async function signInByIssuer(
  db: Database,
  claims: Claims,
  visit: Visit,
): Promise<Entry & { isNew: boolean }> {
  return transaction(db, async (tx) => {
    const identity = `${claims.issuer} ${claims.subject}`;
    // Two who come back at once as the same person take turns: the second finds what the first made.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${identity}, 0))`);
    const known = await accountOf(tx, claims);
    const { account, isNew } = known
      ? { account: await withAddressSeen(tx, known, claims, visit.now), isNew: false }
      : await adopt(tx, claims, visit);
    if (!account.isActive) throw new IssuerFailure('suspended');
    return { ...(await enter(tx, account, visit, { told: isNew })), isNew };
  });
}

async function accountOf(tx: Transaction, claims: Claims): Promise<Account | undefined> {
  const [account] = await tx
    .select(accountColumns)
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, claims.issuer), eq(identities.subject, claims.subject)))
    // Both: an account that starts clean meanwhile loses the identity.
    .for('no key update');
  return account;
}

async function withAddressSeen(
  tx: Transaction,
  account: Account,
  claims: Claims,
  now: Date,
): Promise<Account> {
  const seen = claims.emailVerified && Email.safeParse(claims.email).data === account.email;
  if (!seen || account.emailVerified) return account;
  const owned = await handedOver(tx, account, now);
  await link(tx, claims, account.id, now);
  return owned;
}

/** The account as whoever has shown that its address is theirs gets it. It is held by the caller. */
async function handedOver(tx: Transaction, account: Account, now: Date): Promise<Account> {
  if (!account.emailVerified) await startClean(tx, account.id, now);
  return confirmed(tx, account.id, now);
}

async function link(tx: Transaction, claims: Claims, userId: string, now: Date): Promise<void> {
  const { issuer, subject } = claims;
  await tx.insert(identities).values({ issuer, subject, userId, createdAt: now });
}

/** Finds or makes the account that an identity seen for the first time belongs to, and links the two. */
async function adopt(tx: Transaction, claims: Claims, visit: Visit) {
  const address = Email.safeParse(claims.email).data;
  if (!address) throw new IssuerFailure('no_email');
  const found = await accountToLink(tx, address, claims, visit.now);
  const account = found ?? (await makeAccount(tx, address, claims, visit));
  await link(tx, claims, account.id, visit.now);
  return { account, isNew: found === undefined };
}

async function accountToLink(
  tx: Transaction,
  address: string,
  claims: Claims,
  now: Date,
): Promise<Account | undefined> {
  const [account] = await tx
    .select(accountColumns)
    .from(users)
    .where(eq(users.email, address))
    .for('no key update');
  if (!account) return undefined;
  const problem = linkProblem(claims);
  if (problem) throw new IssuerFailure(problem);
  return handedOver(tx, account, now);
}

async function makeAccount(
  tx: Transaction,
  address: string,
  claims: Claims,
  { config, now }: Visit,
): Promise<Account> {
  await admit(tx, config, undefined, now).catch((error: unknown) => {
    throw error instanceof Refusal ? new IssuerFailure('not_invited', error) : error;
  });
  const [account] = await tx
    .insert(users)
    .values({
      id: randomUUID(),
      email: address,
      emailVerifiedAt: claims.emailVerified ? now : null,
      firstName:
        nameIn(claims.firstName) ?? nameIn(address.slice(0, address.indexOf('@'))) ?? 'Member',
      lastName: nameIn(claims.lastName) ?? null,
      createdAt: now,
    })
    .onConflictDoNothing({ target: users.email })
    .returning(accountColumns);
  // Somebody has registered with the address this very moment.
  if (!account) throw new IssuerFailure('address_taken');
  if (!account.emailVerified) await enqueue(tx, 'confirm_email', account.id, {}, now);
  return account;
}

const nameIn = (claim: string | undefined) => FirstName.safeParse(claim).data;

async function confirmed(tx: Transaction, userId: string, now: Date): Promise<Account> {
  const [account] = await tx
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})` })
    .where(eq(users.id, userId))
    .returning(accountColumns);
  if (!account) throw signInRequired();
  return account;
}

/**
 * Confirms the address of the member who is signed in, by the link sent to it.
 * @throws Refusal `invalid` for a link that cannot be used, `forbidden` for that of another account
 */
export async function confirmEmail(
  db: Database,
  viewer: Viewer,
  token: string,
  visit: Pick<Visit, 'now' | 'config'>,
): Promise<Account> {
  return transaction(db, async (tx) => {
    const owner = await ownerOfLink(tx, 'confirm_email', token, visit.now);
    if (owner && owner !== viewer.id) {
      const message = 'This link is for another account. Please sign in to that one to use it.';
      throw new Refusal('forbidden', message);
    }
    if (!(await spendLink(tx, 'confirm_email', token, visit.now))) {
      throw invalid({ token: spentLink });
    }
    return withFirstAdmin(tx, await confirmed(tx, viewer.id, visit.now), visit);
  });
}

/** @throws Refusal `conflict` where there is nothing left to confirm */
export async function resendConfirmation(db: Database, viewer: Viewer, now: Date): Promise<void> {
  if (viewer.emailVerified) {
    throw new Refusal('conflict', 'Your email address is confirmed already');
  }
  await transaction(db, (tx) => enqueue(tx, 'confirm_email', viewer.id, {}, now));
}

/** The same row is written for every address, so that nobody can tell by the time who has an account. */
export async function askForReset(db: Database, address: string, now: Date): Promise<void> {
  await transaction(db, (tx) => enqueue(tx, 'password_reset', { email: address }, {}, now));
}

/**
 * Sets the password by the link sent to the account's address, ends every session and begins one here, once the
 * second step is taken where one is on.
 * @throws Refusal `invalid` or `suspended`
 */
export async function resetPassword(
  db: Database,
  form: { token: string; password: string },
  visit: Visit,
): Promise<Entry> {
  const usable = await ownerOfLink(db, 'reset_password', form.token, visit.now);
  if (!usable) throw invalid({ token: spentLink });
  const passwordHash = await hashChosen(db, form.password, await accountById(db, usable), visit);
  return transaction(db, async (tx) => {
    const userId = await spendLink(tx, 'reset_password', form.token, visit.now);
    const before = userId ? await heldAccount(tx, userId) : undefined;
    if (!before) throw invalid({ token: spentLink });
    demand(signInRefusal(before, true));
    const account = await handedOver(tx, before, visit.now);
    await setPassword(tx, account.id, passwordHash, visit.now);
    // The mail about the password tells of this sign-in, too.
    return enter(tx, account, visit, { told: true });
  });
}

/**
 * Ends every session, this one too: `visit` begins another.
 * @throws Refusal `invalid`, `suspended`
 */
export async function changePassword(
  db: Database,
  viewer: Viewer,
  form: { currentPassword: string; password: string },
  visit: Visit,
): Promise<NewSession> {
  const known = await passwordHashOf(db, viewer.id);
  if (!(await passwordMatches(known, form.currentPassword))) {
    throw invalid({ currentPassword: 'This is not your current password' });
  }
  const passwordHash = await hashChosen(db, form.password, viewer, visit);
  return transaction(db, async (tx) => {
    const account = await heldAccount(tx, viewer.id);
    if (!account) throw signInRequired();
    demand(signInRefusal(account, account.passwordHash === known));
    await setPassword(tx, viewer.id, passwordHash, visit.now);
    const here = markDevice(visit.signer, { email: viewer.email, knownSince: visit.now });
    return { ...(await startSession(tx, viewer.id, visit)), device: here };
  });
}

/**
 * The hash of a password that somebody chooses, wherever they do.
 * @throws Refusal `invalid` for one that attackers try first
 */
async function hashChosen(
  db: Database,
  chosen: string,
  owner:
    | (Pick<Account, 'email' | 'firstName'> & { lastName?: string | null | undefined })
    | undefined,
  { config }: Pick<Visit, 'config'>,
): Promise<string> {
  const { siteName } = await settingsNow(db, config);
  const { email = '', firstName = '', lastName } = owner ?? {};
  const words = [siteName, email, email.slice(0, email.indexOf('@')), firstName, lastName ?? ''];
  demand(guessableRefusal(await guessableAs(chosen, words)));
  return hashPassword(chosen);
}

/** Held until the session is there: a ban that comes first refuses it, one that comes later ends it. */
async function heldAccount(tx: Transaction, userId: string) {
  const [account] = await tx
    .select({ ...accountColumns, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  return account;
}

/** A new password ends what the old one opened and where it was known from, and its owner is told. */
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
