import type { Reader } from '#platform/db/database.ts';
import type { Attempt } from '#platform/oidc/issuer.ts';
import { tokenHash } from '#platform/crypto/token.ts';
import { spentTickets } from '../tables.ts';

/** Uses a ticket up; returns true for only one of its concurrent users, across all processes. */
export async function spendTicket(
  db: Reader,
  { name, until }: { name: string; until: number },
): Promise<boolean> {
  const spent = await db
    .insert(spentTickets)
    .values({ id: tokenHash(name), expiresAt: new Date(until) })
    .onConflictDoNothing()
    .returning({ id: spentTickets.id });
  return spent.length > 0;
}

/**
 * Uses up the pending sign-in that an issuer's answer belongs to, whatever its outcome; a second
 * answer finds none.
 */
export async function spendAttempt(
  db: Reader,
  attempt: Attempt | undefined,
  answer: Record<string, unknown>,
): Promise<Attempt | undefined> {
  if (!attempt || answer.state !== attempt.state) return undefined;
  const isFirst = await spendTicket(db, { name: attempt.state, until: attempt.until });
  return isFirst ? attempt : undefined;
}
