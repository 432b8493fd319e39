import { eq } from 'drizzle-orm';
import { recordAction } from '../audit/record.ts';
import { transaction, type Database } from '../db/database.ts';
import { groups } from '../groups/tables.ts';
import { notFound } from '../http/refusal.ts';
import type { Viewer } from '../http/route.ts';
import { enqueue } from '../mail/outbox.ts';

interface Verdict {
  status: 'approved' | 'rejected';
  reason?: string | null | undefined;
}

/**
 * Approves or rejects a group and tells its owner.
 * @throws Refusal `not_found`
 */
export async function reviewGroup(
  db: Database,
  viewer: Viewer,
  id: number,
  verdict: Verdict,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const [group] = await tx
      .select({ status: groups.status, createdById: groups.createdById })
      .from(groups)
      .where(eq(groups.id, id))
      .for('no key update');
    if (!group) throw notFound('Group');
    const { status } = verdict;
    const reason = verdict.reason || null;
    await tx
      .update(groups)
      .set({ status, statusReason: status === 'rejected' ? reason : null })
      .where(eq(groups.id, id));
    await recordAction(tx, viewer, {
      action: 'group.review',
      target: { type: 'group', id: String(id) },
      before: { status: group.status },
      after: { status, reason },
      now,
    });
    if (group.createdById && group.status !== status) {
      const payload = { groupId: id, status, reason };
      await enqueue(tx, 'group_reviewed', group.createdById, payload, now);
    }
  });
}
