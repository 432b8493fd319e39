import { auditLog } from './tables.ts';
import type { Transaction } from '../../platform/db/database.ts';

export interface Action {
  /** What was done to what, as 'group.review'. */
  action: string;
  target: { type: string; id: string };
  before: unknown;
  after: unknown;
  now: Date;
}

/** Every admin action leaves an entry, in the transaction that does it. */
export async function recordAction(
  tx: Transaction,
  actor: { id: string },
  entry: Action,
): Promise<void> {
  await tx.insert(auditLog).values({
    actorId: actor.id,
    action: entry.action,
    targetType: entry.target.type,
    targetId: entry.target.id,
    before: entry.before,
    after: entry.after,
    createdAt: entry.now,
  });
}

/**
 * The same for what others may do as well: an entry only where `asOwnRight` is false and the viewer could do it
 * by being an admin alone.
 */
export async function recordIfByOffice(
  tx: Transaction,
  viewer: { id: string; role: string },
  asOwnRight: boolean,
  entry: Action,
): Promise<void> {
  if (viewer.role === 'admin' && !asOwnRight) await recordAction(tx, viewer, entry);
}
