import { desc, eq } from 'drizzle-orm';
import type { Account } from '#contract/base/accounts.ts';
import type { DeviceSession, SignIn, SignInMethods } from '#contract/base/sign-in.ts';
import type { z } from 'zod';
import type { CleanText } from '#contract/platform/clean-text.ts';
import { accountColumns, passwordHashOf } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { deviceName } from '#platform/http/device.ts';
import { signInsShown } from '#contract/platform/limits.ts';
import { tokenHash } from '#platform/crypto/token.ts';
import type { Reader } from '#platform/db/database.ts';
import { identities, signIns } from '../tables.ts';
import { sessionsOf } from './sessions.ts';

/** The columns of an account that decide whether its owner may sign in. */
export const signInColumns = {
  ...accountColumns,
  passwordHash: users.passwordHash,
  suspendedUntil: users.suspendedUntil,
};

/** The columns that a sign-in needs. */
export async function credentialsOf(db: Reader, email: CleanText) {
  const [found] = await db
    .select({
      id: users.id,
      passwordHash: users.passwordHash,
      isActive: users.isActive,
      suspendedUntil: users.suspendedUntil,
    })
    .from(users)
    .where(eq(users.email, email));
  return found;
}

export async function accountByEmail(db: Reader, email: CleanText): Promise<Account | undefined> {
  const [account] = await db.select(accountColumns).from(users).where(eq(users.email, email));
  return account;
}

/** Lists where a member is signed in: this device first, then last seen first. */
export async function deviceSessions(
  db: Reader,
  userId: string,
  token: string | undefined,
  now: Date,
): Promise<DeviceSession[]> {
  const here = token && tokenHash(token);
  const found = await sessionsOf(db, userId, now);
  return found
    .map(({ id, userAgent, createdAt, lastSeenAt }) => ({
      id,
      device: deviceName(userAgent),
      isCurrent: id === here,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    }))
    .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

/** Lists the latest sign-in attempts with their outcomes, newest first. */
export async function latestSignIns(db: Reader, userId: string): Promise<SignIn[]> {
  const found = await db
    .select({
      at: signIns.at,
      network: signIns.network,
      outcome: signIns.outcome,
      times: signIns.times,
    })
    .from(signIns)
    .where(eq(signIns.userId, userId))
    .orderBy(desc(signIns.at), desc(signIns.id))
    .limit(signInsShown);
  return found.map(({ at, ...each }) => ({ ...each, at: at.toISOString() }));
}

export async function signInMethodsOf(
  db: Reader,
  userId: string,
): Promise<z.infer<typeof SignInMethods>> {
  const linked = await db
    .select({ issuer: identities.issuer })
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(identities.createdAt, identities.issuer);
  return {
    hasPassword: (await passwordHashOf(db, userId)) !== null,
    issuers: linked.map(({ issuer }) => new URL(issuer).host),
  };
}
