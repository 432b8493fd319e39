import { and, eq, isNull } from 'drizzle-orm';
import { cleanStartSteps } from '#features/base/accounts/steps.ts';
import { users } from '#features/base/accounts/tables.ts';
import type { Transaction } from '#platform/db/database.ts';
import { invitations } from '#features/base/settings/tables.ts';
import { identities, mailTokens, twoSteps } from '../tables.ts';
import { endSessionsOf } from './sessions.ts';
import { mailPreferences } from '#features/base/mail/tables.ts';

/**
 * Hands an account with an unconfirmed address to the person who has just proved that the address
 * is theirs. Somebody else may have registered it, so everything goes by which they could sign in,
 * lock the owner out or learn of them. Nothing confidential of theirs becomes the owner's. Groups,
 * events and comments stay, since others may rely on them. The caller locks the account.
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
  // Recovery codes are deleted with the second step.
  for (const table of [identities, mailTokens, twoSteps, mailPreferences]) {
    await tx.delete(table).where(eq(table.userId, userId));
  }
  for (const step of cleanStartSteps.read()) await step(tx, userId);
  await tx
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(eq(invitations.createdById, userId), isNull(invitations.revokedAt)));
}
