import { and, eq, lte, not } from 'drizzle-orm';
import type { Account } from '#contract/base/accounts.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { forEachItem } from '#platform/jobs/items.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { site, type Viewer } from '#platform/viewer.ts';
import { demand, signInRequired } from '#platform/refusal.ts';
import { record } from '#features/base/audit/mutations.ts';
import { suspendedRefusal } from './policy.ts';
import { accountColumns } from './queries.ts';
import { users } from './tables.ts';

/**
 * Locks the viewer's account until their new content is stored. A purge under way then finds it,
 * and after one the call is refused.
 * @throws Refusal `suspended`
 */
export async function lockAccount(tx: Transaction, viewer: Viewer): Promise<void> {
  const [account] = await tx
    .select({ isActive: users.isActive })
    .from(users)
    .where(eq(users.id, viewer.id))
    .for('key share');
  demand(suspendedRefusal(account));
}

/**
 * Locks the viewer's account until a change of their sign-in is done. A ban or sign-in at the same
 * moment comes before or after it.
 * @throws Refusal `sign_in_required`
 */
export async function lockViewer(
  tx: Transaction,
  viewer: Viewer,
): Promise<Account & { passwordHash: string | null }> {
  const [account] = await tx
    .select({ ...accountColumns, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, viewer.id))
    .for('no key update');
  if (!account?.isActive) throw signInRequired();
  return account;
}

/**
 * Lifts suspensions that have ended, each once, and notifies the members.
 * @returns how many there were
 */
export async function liftSuspensions(db: Database, now: Date): Promise<number> {
  const hasEnded = and(lte(users.suspendedUntil, now), not(users.isActive));
  const ended = await db.select({ id: users.id }).from(users).where(hasEnded).orderBy(users.id);
  return forEachItem(ended, ({ id }) =>
    transaction(db, async (tx) => {
      const lifted = await tx
        .update(users)
        .set({ isActive: true, suspendedUntil: null })
        .where(and(eq(users.id, id), hasEnded))
        .returning({ id: users.id });
      if (lifted.length === 0) return 0;
      const change = { before: { isActive: false }, after: { isActive: true, reason: null } };
      await record(tx, site, 'user.unban', id, change, now);
      await enqueue(tx, 'account_restored', id, { reason: null }, now);
      return 1;
    }),
  );
}
