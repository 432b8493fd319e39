import { and, count, eq, gt, lt, or } from 'drizzle-orm';
import type { Passkey } from '#contract/base/passkeys.ts';
import { cleanText } from '#contract/platform/clean-text.ts';
import { signInMethodsOf } from '#features/base/sign-in/queries/sign-in.ts';
import type { Config } from '#platform/config.ts';
import type { RelyingParty } from '#platform/crypto/webauthn.ts';
import type { Reader } from '#platform/db/database.ts';
import { lastWayRefusal, type WaysIn } from './policy/passkeys.ts';
import { passkeys } from './tables.ts';

/** Reads an account's passkeys, oldest first; an account has ten at most. */
export const passkeysOf = (db: Reader, userId: string) =>
  db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      credentialId: passkeys.credentialId,
      transports: passkeys.transports,
      rpId: passkeys.rpId,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(passkeys.id);

type Row = Awaited<ReturnType<typeof passkeysOf>>[number];

export const isForThisHost = (
  { rpId }: Pick<Row, 'rpId'>,
  party: RelyingParty | undefined,
): boolean => rpId === party?.id;

/** Lists an account's passkeys for their owner. */
export async function findPasskeys(
  db: Reader,
  userId: string,
  party: RelyingParty | undefined,
  config: Config,
): Promise<Passkey[]> {
  const rows = await passkeysOf(db, userId);
  const ways = await signInWaysOf(db, userId, rows, party, config);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    otherHost: isForThisHost(row, party) ? null : row.rpId,
    can: { remove: lastWayRefusal(ways, { worksHere: isForThisHost(row, party) }) === null },
  }));
}

/** The ways to sign in to an account. An issuer that the site no longer uses opens nothing. */
export async function signInWaysOf(
  db: Reader,
  userId: string,
  rows: Pick<Row, 'rpId'>[],
  party: RelyingParty | undefined,
  { oidc }: Config,
): Promise<WaysIn> {
  const { hasPassword, issuers } = await signInMethodsOf(db, userId);
  return {
    hasPassword,
    hasIssuer: oidc !== undefined && issuers.includes(new URL(oidc.issuer).host),
    passkeys: rows.filter((row) => isForThisHost(row, party)).length,
  };
}

export const countPasskeys = (db: Reader, userId: string): Promise<number> =>
  db.$count(passkeys, eq(passkeys.userId, userId));

export const hasPasskeys = async (db: Reader, userId: string): Promise<boolean> =>
  (await countPasskeys(db, userId)) > 0;

/** Finds the passkey of this host that an answer names. */
export async function passkeyByCredential(
  db: Reader,
  credentialId: string,
  { id: rpId }: RelyingParty,
) {
  const [found] = await db
    .select({
      id: passkeys.id,
      userId: passkeys.userId,
      credentialId: passkeys.credentialId,
      publicKey: passkeys.publicKey,
    })
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, cleanText(credentialId)), eq(passkeys.rpId, rpId)));
  return found;
}

/** Counts the passkeys of other hosts, along the index from both sides. */
export async function countPasskeysElsewhere(db: Reader, host: string): Promise<number> {
  const [found] = await db
    .select({ count: count() })
    .from(passkeys)
    .where(or(lt(passkeys.rpId, host), gt(passkeys.rpId, host)));
  return found?.count ?? 0;
}
