import { eq } from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import { users } from '#features/base/accounts/tables.ts';
import { record } from '#features/base/audit/mutations.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { applyEdit, dropEdit } from '#features/community/groups/mutations/editing.ts';
import { approvalRefusal, staleVersionRefusal } from '#features/community/groups/policy.ts';
import { lockGroup, type LockedGroup } from '#features/community/groups/queries/groups.ts';
import { groups } from '#features/community/groups/tables.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { activeOrganisers, lockMember } from '#features/community/membership/queries/membership.ts';
import { setOwner } from '#features/community/membership/mutations.ts';
import { appointRefusal, reviewRefusal } from './policy.ts';

interface Verdict {
  status: 'approved' | 'rejected';
  reason?: CleanText | null | undefined;
  /** The `reviewVersion` that the admin has read. */
  version?: string | undefined;
  safeguardingChecked?: boolean | undefined;
}

/**
 * Approves or rejects a group or its waiting edit, and notifies the owner.
 * @throws Refusal `not_found`; `conflict` for a group for under 18s without a safeguarding lead, or
 * if it changed since the admin read it
 */
export async function reviewGroup(
  db: Database,
  viewer: Viewer,
  id: number,
  verdict: Verdict,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const group = await lockGroup(tx, id);
    demand(reviewRefusal(group));
    demand(staleVersionRefusal(group, verdict.version));
    const { status, safeguardingChecked } = verdict;
    const reason = verdict.reason || null;
    const edit = group.status === 'approved' && group.edit !== null;
    if (!edit) await setStatus(tx, group, status, reason);
    else if (status === 'approved') await applyEdit(tx, group, now);
    else await dropEdit(tx, group, reason);
    const ofEdit = edit && { edit };
    const change = {
      before: { status: group.status },
      after: { status, reason, ...(safeguardingChecked && { safeguardingChecked }), ...ofEdit },
    };
    await record(tx, viewer, 'group.review', id, change, now);
    if (group.createdById && (edit || group.status !== status)) {
      const payload = { groupId: id, status, reason, ...ofEdit };
      await enqueue(tx, 'group_reviewed', group.createdById, payload, now);
    }
  });
}

type Status = Verdict['status'];

async function setStatus(
  tx: Transaction,
  group: LockedGroup,
  status: Status,
  reason: CleanText | null,
): Promise<void> {
  if (status === 'approved') demand(approvalRefusal(group));
  const statusReason = status === 'rejected' ? reason : null;
  await tx.update(groups).set({ status, statusReason }).where(eq(groups.id, group.id));
}

/**
 * Makes a member the organiser and owner of a group without an organiser.
 * @throws Refusal `not_found`, `conflict`
 */
export async function appointOrganizer(
  db: Database,
  viewer: Viewer,
  groupId: number,
  userId: string,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const group = await lockGroup(tx, groupId);
    const membership = await lockMember(tx, groupId, userId);
    if (!membership) throw notFound('Member');
    const [person] = await tx
      .select({ isActive: users.isActive })
      .from(users)
      .where(eq(users.id, userId))
      .for('share');
    const member = { status: membership.status, isActive: person?.isActive ?? false };
    demand(appointRefusal(member, await activeOrganisers(tx, groupId)));
    await setOwner(tx, groupId, userId, now);
    const change = { before: { ownerId: group.createdById }, after: { ownerId: userId } };
    await record(tx, viewer, 'group.organiser', groupId, change, now);
  });
}
