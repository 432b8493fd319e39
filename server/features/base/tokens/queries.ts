import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { listLimit } from '#contract/platform/limits.ts';
import type { Token, TokenScope } from '#contract/base/tokens.ts';
import { tokenHash } from '#platform/crypto/token.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import type { Bearer } from '#platform/http/caller-provider.ts';
import { accountColumns } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { accessTokens } from './tables.ts';

/** Returns the member and scopes of an active token; nothing for a banned member. */
export async function bearerOf(
  db: Database,
  token: string,
  now: Date,
): Promise<Bearer | undefined> {
  const byHash = statement(db, 'bearer_by_hash', (sqlDb) =>
    sqlDb
      .select({
        id: accessTokens.id,
        account: accountColumns,
        scopes: accessTokens.scopes,
        lastUsedAt: accessTokens.lastUsedAt,
      })
      .from(accessTokens)
      .innerJoin(users, eq(users.id, accessTokens.userId))
      .where(
        and(
          eq(accessTokens.hash, sql.placeholder('hash')),
          gt(accessTokens.expiresAt, sql.placeholder('now')),
          eq(users.isActive, true),
        ),
      ),
  );
  const [bearer] = await byHash.execute({ hash: tokenHash(token), now });
  return bearer;
}

const ofMember = (db: Reader, userId: string) =>
  db
    .select({
      id: accessTokens.id,
      name: accessTokens.name,
      scopes: accessTokens.scopes,
      createdAt: accessTokens.createdAt,
      lastUsedAt: accessTokens.lastUsedAt,
      expiresAt: accessTokens.expiresAt,
    })
    .from(accessTokens)
    .where(eq(accessTokens.userId, userId))
    .orderBy(desc(accessTokens.expiresAt), desc(accessTokens.id))
    .limit(listLimit);

export async function tokensOf(db: Reader, userId: string, now: Date): Promise<Token[]> {
  const rows = await ofMember(db, userId);
  return rows.map(({ createdAt, lastUsedAt, expiresAt, ...each }) => ({
    ...each,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
    isExpired: expiresAt <= now,
  }));
}

export const liveTokens = (db: Reader, userId: string, now: Date): Promise<number> =>
  db.$count(accessTokens, and(eq(accessTokens.userId, userId), gt(accessTokens.expiresAt, now)));

export interface MadeToken {
  name: string;
  scopes: TokenScope[];
  expiresAt: Date;
}

/** The member's active tokens made since a time. */
export const tokensMadeSince = (
  db: Reader,
  userId: string,
  since: Date,
  now: Date,
): Promise<MadeToken[]> =>
  db
    .select({
      name: accessTokens.name,
      scopes: accessTokens.scopes,
      expiresAt: accessTokens.expiresAt,
    })
    .from(accessTokens)
    .where(
      and(
        eq(accessTokens.userId, userId),
        gt(accessTokens.expiresAt, now),
        gt(accessTokens.createdAt, since),
      ),
    )
    .orderBy(accessTokens.createdAt, accessTokens.id);
