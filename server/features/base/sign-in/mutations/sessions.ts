import { and, eq, ne } from 'drizzle-orm';
import { sessionDays } from '#contract/platform/limits.ts';
import {
  transaction,
  type Database,
  type Reader,
  type Transaction,
} from '#platform/db/database.ts';
import { newToken, tokenHash } from '#platform/crypto/token.ts';
import { day, hour } from '#contract/platform/durations.ts';
import { accessTokens, calendarFeeds } from '#features/base/tokens/tables.ts';
import { sessions } from '../tables.ts';
import type { NewSession } from '#platform/http/context.ts';
import type { Viewer } from '#platform/viewer.ts';

const sessionLength = sessionDays * day;

/** The browser that begins a session. */
export interface SessionOrigin {
  userAgent: string | undefined;
  /** The session the request came with; it ends at a sign-in. */
  token: string | undefined;
}

export async function startSession(
  tx: Transaction,
  userId: string,
  { token, userAgent }: SessionOrigin,
  now: Date,
): Promise<NewSession> {
  if (token) await endSession(tx, token);
  const session = { token: newToken(), expiresAt: new Date(now.getTime() + sessionLength) };
  await tx.insert(sessions).values({
    id: tokenHash(session.token),
    userId,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: session.expiresAt,
    userAgent: userAgent ?? null,
  });
  return session;
}

/**
 * Notes that a session is in use, to the hour, and moves its end on: once a day is often enough for a session
 * of a month, and only then is there a new end to tell the browser.
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
 * Ends every session of a member, or every one but that of `exceptToken`, every token of theirs for scripts, and the
 * address of their own calendar, which opens it to whoever has it.
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
  return ended.length;
}

/** Leaves a member signed in where `token` is their session, and nowhere else. */
export const signOutElsewhere = (
  db: Database,
  viewer: Viewer,
  token: string | undefined,
): Promise<number> => transaction(db, (tx) => endSessionsOf(tx, viewer.id, token));

/** Ends the session of this id, if it is the member's. */
export async function endSessionById(db: Reader, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}
