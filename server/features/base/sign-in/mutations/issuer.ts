import { randomUUID } from 'node:crypto';
import { and, eq, sql, inArray, or, type SQL } from 'drizzle-orm';
import { type CleanText, cleanText } from '#contract/platform/clean-text.ts';
import { firstName as FirstName, type Account } from '#contract/base/accounts.ts';
import { Email } from '#contract/platform/email-address.ts';
import { liftOwnSuspension } from '#features/base/accounts/mutations.ts';
import { ownNameRefusal, type Names } from '#features/base/accounts/policy.ts';
import { accountColumns } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { IssuerFailure } from '#platform/oidc/issuer-failure.ts';
import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Claims } from '#platform/oidc/issuer.ts';
import { signInAs, type SignInResult, type SignInAttempt } from './session-start.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { admitByInvitation } from '#features/base/settings/mutations.ts';
import { settingsNow } from '#features/base/settings/queries.ts';
import { linkProblem } from '../policy/sign-in.ts';
import { identities } from '../tables.ts';
import { enqueueConfirmationEmail } from './confirmation.ts';
import { takeOverAccount, linkIdentity } from './sign-in.ts';

/** The person that the issuer identified, and the path on this site that they came from. */
type IssuerSignIn = Claims & { next: string | undefined };

/**
 * Signs in a person whom the issuer identified: to the account linked before, to the one with their
 * address, or to a new one.
 * @throws IssuerFailure
 */
export async function signInByIssuer(
  db: Database,
  claims: IssuerSignIn,
  visit: SignInAttempt,
  config: Config,
  signer: Signer,
  now: Date,
): Promise<SignInResult & { isNew: boolean }> {
  await liftOwnSuspension(db, isOwnAddress(db, claims), now);
  return transaction(db, async (tx) => {
    const identity = `${claims.issuer} ${claims.subject}`;
    // Serialises parallel sign-ins of one person: the second finds the account that the first
    // created.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${identity}, 0))`);
    const existing = await accountOf(tx, claims);
    const { account, isNew } = existing
      ? { account: await withAddressSeen(tx, existing, claims, now), isNew: false }
      : await adoptAccount(tx, claims, config, now);
    if (!account.isActive) throw await suspensionFailure(tx, account);
    const entry = await signInAs(tx, account, { ...visit, isNotified: isNew }, config, signer, now);
    return { ...entry, isNew };
  });
}

/** Shows the end of a suspension, as the right password would. */
async function suspensionFailure(tx: Transaction, { id }: Account): Promise<IssuerFailure> {
  const [found] = await tx
    .select({ until: users.suspendedUntil })
    .from(users)
    .where(eq(users.id, id));
  return new IssuerFailure('suspended', undefined, found?.until ?? null);
}

/** Reads the issuer's address as it is: the issuer vouches for no other, however alike it looks. */
function claimedEmail(claimed: string | undefined) {
  const address = Email.safeParse(claimed).data;
  return address === claimed?.trim().toLowerCase() ? address : undefined;
}

/** The account of an identity, or the one that it may be linked to by its address. */
function isOwnAddress(db: Database, { issuer, subject, email }: Claims): SQL | undefined {
  const linked = db
    .select({ id: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  const address = claimedEmail(email);
  return or(inArray(users.id, linked), address ? eq(users.email, address) : undefined);
}

async function accountOf(tx: Transaction, claims: Claims): Promise<Account | undefined> {
  const [account] = await tx
    .select(accountColumns)
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, claims.issuer), eq(identities.subject, claims.subject)))
    // Locks both: an account that starts clean meanwhile loses the identity.
    .for('no key update');
  return account;
}

async function withAddressSeen(
  tx: Transaction,
  account: Account,
  claims: Claims,
  now: Date,
): Promise<Account> {
  const seen = claims.emailVerified && claimedEmail(claims.email) === account.email;
  if (!seen || account.emailVerified) return account;
  const owned = await takeOverAccount(tx, account, now);
  await linkIdentity(tx, account.id, claims, now);
  return owned;
}

/** Finds or creates the account for a new identity, and links the two. */
async function adoptAccount(tx: Transaction, claims: IssuerSignIn, config: Config, now: Date) {
  const address = claimedEmail(claims.email);
  if (!address) throw new IssuerFailure('no_email');
  const found = await accountToLink(tx, address, claims, now);
  const account = found ?? (await makeAccount(tx, address, claims, config, now));
  await linkIdentity(tx, account.id, claims, now);
  return { account, isNew: found === undefined };
}

async function accountToLink(
  tx: Transaction,
  address: CleanText,
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
  return takeOverAccount(tx, account, now);
}

async function makeAccount(
  tx: Transaction,
  address: CleanText,
  claims: IssuerSignIn,
  config: Config,
  now: Date,
): Promise<Account> {
  await admitByInvitation(tx, undefined, config, now).catch((error: unknown) => {
    throw error instanceof Refusal ? new IssuerFailure('not_invited', error) : error;
  });
  const [account] = await tx
    .insert(users)
    .values({
      id: randomUUID(),
      email: address,
      emailVerifiedAt: claims.emailVerified ? now : null,
      ...namesIn(claims, address, (await settingsNow(tx, config)).siteName),
      knownSince: now,
      createdAt: now,
    })
    .onConflictDoNothing({ target: users.email })
    .returning(accountColumns);
  // Somebody has registered with the address at this very moment.
  if (!account) throw new IssuerFailure('address_taken');
  if (!account.emailVerified) await enqueueConfirmationEmail(tx, account.id, claims.next, now);
  return account;
}

/** The names that the issuer gives; none if they resemble the site or its staff. */
function namesIn(claims: Claims, address: string, siteName: string) {
  const lastName = nameIn(claims.lastName) ?? null;
  const candidates = [claims.firstName, address.slice(0, address.indexOf('@'))].map(nameIn);
  const isOwn = (names: Names) => ownNameRefusal(names, siteName) === null;
  const firstName =
    candidates.find((name) => name && isOwn({ firstName: name })) ?? cleanText('Member');
  return { firstName, lastName: isOwn({ firstName, lastName }) ? lastName : null };
}

const nameIn = (claim: string | undefined) => FirstName.safeParse(claim).data;
