import { and, eq, lte, not, type SQL } from 'drizzle-orm';
import type { Account } from '#contract/base/accounts.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { forEachItem } from '#platform/jobs/items.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { siteActor, type Viewer } from '#platform/viewer.ts';
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

const hasEnded = (now: Date) => and(lte(users.suspendedUntil, now), not(users.isActive));

/**
 * Lifts suspensions that have ended, each once, and notifies the members.
 * @returns how many there were
 */
export async function liftSuspensions(db: Database, now: Date): Promise<number> {
  const ended = await db
    .select({ id: users.id })
    .from(users)
    .where(hasEnded(now))
    .orderBy(users.id);
  return forEachItem(ended, ({ id }) => liftSuspension(db, id, now));
}

/** Lifts the suspension of somebody who signs in, if it has ended and no job has lifted it yet. */
export async function liftOwnSuspension(
  db: Database,
  account: SQL | undefined,
  now: Date,
): Promise<void> {
  const [ended] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(account, hasEnded(now)));
  if (ended) await liftSuspension(db, ended.id, now);
}

const liftSuspension = (db: Database, id: string, now: Date): Promise<number> =>
  transaction(db, async (tx) => {
    const lifted = await tx
      .update(users)
      .set({ isActive: true, suspendedUntil: null })
      .where(and(eq(users.id, id), hasEnded(now)))
      .returning({ id: users.id });
    if (lifted.length === 0) return 0;
    const change = { before: { isActive: false }, after: { isActive: true, reason: null } };
    await record(tx, siteActor, 'user.unban', id, change, now);
    await enqueue(tx, 'account_restored', id, { reason: null }, now);
    return 1;
  });
