import { and, desc, eq, gt, sql, type SQL } from 'drizzle-orm';
import { tokenHash } from '#platform/crypto/token.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import type { Session } from '#platform/http/caller-provider.ts';
import { statement } from '#platform/db/fast/statements.ts';
import { users } from '#features/base/accounts/tables.ts';
import { sessions } from '../tables.ts';
import { accountColumns } from '#features/base/accounts/queries.ts';

/** Returns the active session of a token with its account; none for a banned member. */
export async function sessionOf(
  db: Database,
  token: string,
  now: Date,
): Promise<Session | undefined> {
  const byToken = statement(db, 'session_by_token', (sqlDb) =>
    sqlDb
      .select({
        account: accountColumns,
        expiresAt: sessions.expiresAt,
        lastSeenAt: sessions.lastSeenAt,
        verifiedUser: sessions.verifiedUser,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          eq(sessions.id, sql.placeholder('id')),
          gt(sessions.expiresAt, sql.placeholder('now')),
          eq(users.isActive, true),
        ),
      ),
  );
  const [session] = await byToken.execute({ id: tokenHash(token), now });
  return session;
}

/** Returns the member of a session's token, active or expired. */
export const memberBySession = (token: string): SQL =>
  sql`select ${sessions.userId} from ${sessions} where ${sessions.id} = ${tokenHash(token)}`;

/** Tells whether a passkey verified its user when the token's session began. */
export async function hasVerifiedUser(db: Reader, token: string | undefined): Promise<boolean> {
  if (token === undefined) return false;
  const [session] = await db
    .select({ verifiedUser: sessions.verifiedUser })
    .from(sessions)
    .where(eq(sessions.id, tokenHash(token)));
  return session?.verifiedUser ?? false;
}

/** Returns when the token's session began. */
export async function sessionBegan(db: Reader, token: string): Promise<Date | undefined> {
  const [session] = await db
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.id, tokenHash(token)));
  return session?.createdAt;
}

/** Nobody uses more devices than this. */
const maxListed = 100;

/** Lists the active sessions, last seen first. */
export function sessionsOf(db: Reader, userId: string, now: Date) {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), sessions.id)
    .limit(maxListed);
}
