import { and, eq } from 'drizzle-orm';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { lockAccount } from '#features/base/accounts/mutations.ts';
import { users } from '#features/base/accounts/tables.ts';
import { blockRefusal } from './policy.ts';
import { blocks } from './tables.ts';

/**
 * Blocks a member; repeating it changes nothing. It ignores blocks by the other side, so nobody
 * learns of one.
 * @throws Refusal `conflict` for oneself, `not_found`, `suspended`
 */
export async function block(
  db: Database,
  viewer: Viewer,
  userId: string,
  now: Date,
): Promise<void> {
  demand(blockRefusal(viewer, userId));
  await transaction(db, async (tx) => {
    await lockAccount(tx, viewer);
    await lockMember(tx, userId);
    await tx
      .insert(blocks)
      .values({ userId: viewer.id, blockedId: userId, createdAt: now })
      .onConflictDoNothing();
  });
}

/**
 * Ends the viewer's own block; does nothing if there is none.
 * @throws Refusal `conflict` for oneself, `not_found`
 */
export async function unblock(db: Database, viewer: Viewer, userId: string): Promise<void> {
  demand(blockRefusal(viewer, userId));
  await transaction(db, async (tx) => {
    await lockMember(tx, userId);
    await tx.delete(blocks).where(and(eq(blocks.userId, viewer.id), eq(blocks.blockedId, userId)));
  });
}

/** Locks the member against deletion until the transaction ends. */
async function lockMember(tx: Transaction, userId: string): Promise<void> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('key share');
  if (found.length === 0) throw notFound('Member');
}

/** Deletes all blocks that a member has made. */
export const endBlocksOf = (tx: Transaction, userId: string) =>
  tx.delete(blocks).where(eq(blocks.userId, userId));
