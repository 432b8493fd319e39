import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import { maxSessions, sessionDays } from '#contract/platform/limits.ts';
import {
  transaction,
  type Database,
  type Reader,
  type Transaction,
} from '#platform/db/database.ts';
import { newToken, tokenHash } from '#platform/crypto/token.ts';
import { day, hour } from '#contract/platform/durations.ts';
import { accessTokens, calendarFeeds } from '#features/base/tokens/tables.ts';
import { mailTokens, sessions } from '../tables.ts';
import type { NewSession } from '#platform/http/context.ts';
import type { Viewer } from '#platform/viewer.ts';

const sessionLength = sessionDays * day;

/** The browser that begins a session. */
export interface SessionOrigin {
  userAgent: CleanText | undefined;
  /** The session that the request came with; a sign-in ends it. */
  token: string | undefined;
  /** A passkey has verified its user, which counts as both steps. */
  verifiedUser?: boolean;
}

export async function startSession(
  tx: Transaction,
  userId: string,
  { token, userAgent, verifiedUser = false }: SessionOrigin,
  now: Date,
): Promise<NewSession> {
  if (token) await endSession(tx, token);
  const session = { token: newToken(), expiresAt: new Date(now.getTime() + sessionLength) };
  await endOldestSessions(tx, userId);
  await tx.insert(sessions).values({
    id: tokenHash(session.token),
    userId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: session.expiresAt,
    userAgent: userAgent ?? null,
    verifiedUser,
  });
  return session;
}

/** Makes room for one more session of an account: a sign-in costs nothing, and each is a row. */
async function endOldestSessions(tx: Transaction, userId: string): Promise<void> {
  const oldest = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .offset(maxSessions - 1);
  await tx.delete(sessions).where(inArray(sessions.id, oldest));
}

/**
 * Records that a session is in use, to the hour, and extends it at most once a day. Only then does
 * the browser need a new expiry.
 */
export async function recordSessionUse(
  db: Database,
  token: string,
  session: { expiresAt: Date; lastSeenAt: Date },
  now: Date,
): Promise<NewSession | undefined> {
  if (now.getTime() - session.lastSeenAt.getTime() < hour) return undefined;
  const expiresAt = new Date(now.getTime() + sessionLength);
  const moves = expiresAt.getTime() - session.expiresAt.getTime() >= day;
  await db
    .update(sessions)
    .set({ lastSeenAt: now, ...(moves && { expiresAt }) })
    .where(eq(sessions.id, tokenHash(token)));
  return moves ? { token, expiresAt } : undefined;
}

export async function endSession(db: Reader, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, tokenHash(token)));
}

/**
 * Ends a member's sessions, except that of `exceptToken`, if any. Also deletes all of their API
 * tokens, the secret address of their calendar, and links that set a new password.
 * @returns how many sessions there were
 */
export async function endSessionsOf(
  tx: Transaction,
  userId: string,
  exceptToken?: string,
): Promise<number> {
  await tx.delete(accessTokens).where(eq(accessTokens.userId, userId));
  const ended = await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        exceptToken ? ne(sessions.id, tokenHash(exceptToken)) : undefined,
      ),
    )
    .returning({ id: sessions.id });
  await tx.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId));
  await tx
    .delete(mailTokens)
    .where(and(eq(mailTokens.userId, userId), eq(mailTokens.purpose, 'reset_password')));
  return ended.length;
}

/** Ends all sessions of a member except the one of `token`, if that is theirs. */
export const signOutElsewhere = (
  db: Database,
  viewer: Viewer,
  token: string | undefined,
): Promise<number> => transaction(db, (tx) => endSessionsOf(tx, viewer.id, token));

/** Ends the session with this id if it is the member's. */
export async function endSessionById(db: Reader, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}
