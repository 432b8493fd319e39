import { and, eq, isNull } from 'drizzle-orm';
import { users } from '../../accounts/tables.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { blocks } from '../../blocks/tables.ts';
import { complaints } from '../../complaints/tables.ts';
import { donations } from '../../donations/tables.ts';
import { reports } from '../../reports/tables.ts';
import { invitations } from '../../settings/tables.ts';
import { identities, mailTokens, twoSteps } from '../tables.ts';
import { endSessionsOf } from './sessions.ts';
import { mailPreferences } from '../../mail/tables.ts';

/**
 * Gives an account whose address nobody had confirmed to whoever has just shown that it is theirs. Who registered it
 * may be somebody else: nothing stays by which they would come in, keep its owner out, or learn of them, and nothing
 * that they did in confidence becomes its owner's. Groups, events and comments stay, since others may rely on them.
 * The account is held by the caller.
 */
export async function startClean(tx: Transaction, userId: string, now: Date): Promise<void> {
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
  for (const table of [identities, mailTokens, twoSteps, mailPreferences, blocks]) {
    await tx.delete(table).where(eq(table.userId, userId));
  }
  await leaveWithoutAccount(tx, userId);
  await tx
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(eq(invitations.createdById, userId), isNull(invitations.revokedAt)));
}

/** As when an account is deleted: admins still answer these, and the new owner of the account never sees them. */
async function leaveWithoutAccount(tx: Transaction, userId: string): Promise<void> {
  await tx.update(reports).set({ reporterId: null }).where(eq(reports.reporterId, userId));
  for (const table of [complaints, donations]) {
    await tx.update(table).set({ userId: null }).where(eq(table.userId, userId));
  }
}
