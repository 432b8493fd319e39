import { and, eq, isNull } from 'drizzle-orm';
import { cleanStartSteps } from '#features/base/accounts/steps.ts';
import { users } from '#features/base/accounts/tables.ts';
import type { Transaction } from '#platform/db/database.ts';
import { invitations } from '#features/base/settings/tables.ts';
import { identities, mailTokens, twoSteps } from '../tables.ts';
import { endSessionsOf } from './sessions.ts';
import { mailPreferences } from '#features/base/mail/tables.ts';

/**
 * Gives an account whose address nobody had confirmed to whoever has just shown that it is theirs. Who registered it
 * may be somebody else: nothing stays by which they would come in, keep its owner out, or learn of them, and nothing
 * that they did in confidence becomes its owner's. Groups, events and comments stay, since others may rely on them.
 * The account is held by the caller.
 */
export async function clearUnconfirmed(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({
      passwordHash: null,
      knownSince: now,
      phoneNumber: null,
      smsNotifications: false,
      ageConfirmedAt: null,
      trustedAt: null,
    })
    .where(eq(users.id, userId));
  await endSessionsOf(tx, userId);
  // Recovery codes go with the second step.
  for (const table of [identities, mailTokens, twoSteps, mailPreferences]) {
    await tx.delete(table).where(eq(table.userId, userId));
  }
  for (const step of cleanStartSteps.read()) await step(tx, userId);
  await tx
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(eq(invitations.createdById, userId), isNull(invitations.revokedAt)));
}
