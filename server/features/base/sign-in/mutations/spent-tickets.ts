import type { Reader } from '#platform/db/database.ts';
import type { Attempt } from '#platform/oidc/issuer.ts';
import { tokenHash } from '#platform/crypto/token.ts';
import { spentTickets } from '../tables.ts';

/** Uses a ticket up: true for one alone of all who come with it, whichever process they come to. */
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

/** The attempt that an issuer's answer is to, once: whatever comes of it, another answer to it finds none. */
export async function spendAttempt(
  db: Reader,
  attempt: Attempt | undefined,
  answer: Record<string, unknown>,
): Promise<Attempt | undefined> {
  if (!attempt || answer.state !== attempt.state) return undefined;
  const isFirst = await spendTicket(db, { name: attempt.state, until: attempt.until });
  return isFirst ? attempt : undefined;
}
