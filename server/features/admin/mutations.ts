import { and, eq, or, sql } from 'drizzle-orm';
import { users } from '../accounts/tables.ts';
import { record } from '../audit/mutations.ts';
import { transaction, type Database, type Transaction } from '../../platform/db/database.ts';
import { applyEdit, dropEdit } from '../groups/mutations/editing.ts';
import { approvalRefusal, unreadRefusal } from '../groups/policy.ts';
import { lockedGroup, lockReviewedGroup } from '../groups/queries.ts';
import { groups } from '../groups/tables.ts';
import { demand, notFound } from '../../platform/refusal.ts';
import type { Actor, Viewer } from '../../platform/viewer.ts';
import { enqueue } from '../../platform/mail/outbox.ts';
import { activeOrganisers, lockedMember } from '../membership/queries.ts';
import { memberships } from '../membership/tables.ts';
import { endSessionsOf } from '../sign-in/mutations/sessions.ts';
import { dropTwoStep } from '../sign-in/mutations/two-step.ts';
import {
  appointRefusal,
  formerAdminRefusal,
  isLonger,
  ownAccountRefusal,
  reviewRefusal,
  roleRefusal,
  statusRefusal,
  type AccountFacts,
} from './policy.ts';
import { withdrawFromUpcoming } from '../attendance/mutations/withdrawal.ts';

interface Verdict {
  status: 'approved' | 'rejected';
  reason?: string | null | undefined;
  /** Names what the admin has read. */
  version?: string | undefined;
  safeguardingChecked?: boolean | undefined;
}

/**
 * Approves or rejects a group, or the edit of it that waits, and tells its owner.
 * @throws Refusal `not_found`, `conflict` for one of under 18s without a safeguarding lead, and for one that is not as read
 */
export async function reviewGroup(
  db: Database,
  viewer: Viewer,
  id: number,
  verdict: Verdict,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const group = { ...(await lockReviewedGroup(tx, id)), id };
    demand(reviewRefusal(group));
    demand(unreadRefusal(group, verdict.version));
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
  group: Awaited<ReturnType<typeof lockReviewedGroup>> & { id: number },
  status: Status,
  reason: string | null,
): Promise<void> {
  if (status === 'approved') demand(approvalRefusal(group));
  const statusReason = status === 'rejected' ? reason : null;
  await tx.update(groups).set({ status, statusReason }).where(eq(groups.id, group.id));
}

/**
 * Makes somebody an admin or an ordinary member again; a role they have already changes nothing.
 * @throws Refusal `not_found`, `forbidden`, `conflict` for oneself and for the only admin
 */
export async function changeRole(
  db: Database,
  viewer: Viewer,
  userId: string,
  role: AccountFacts['role'],
  now: Date,
): Promise<void> {
  demand(ownAccountRefusal(viewer, userId, 'role'));
  await transaction(db, async (tx) => {
    const { held, target } = await lockAccounts(tx, viewer, userId);
    demand(roleRefusal(target, role, held));
    if (target.role === role) return;
    await tx.update(users).set({ role }).where(eq(users.id, userId));
    const change = { before: { role: target.role }, after: { role } };
    await record(tx, viewer, 'user.role', userId, change, now);
  });
}

interface StatusChange {
  isActive: boolean;
  reason?: string | null | undefined;
}

/**
 * Bans somebody, whose sessions end at once and who gives up the events still to come, or lets them in again; either
 * way they are told.
 * @throws Refusal `not_found`, `forbidden`, `conflict` for oneself and for the only admin
 */
export async function changeStatus(
  db: Database,
  viewer: Viewer,
  userId: string,
  { isActive, reason }: StatusChange,
  now: Date,
): Promise<void> {
  demand(ownAccountRefusal(viewer, userId, 'status'));
  await transaction(db, async (tx) => {
    if (isActive) await letIn(tx, viewer, userId, reason || null, now);
    else await suspendMember(tx, viewer, userId, { reason: reason || null, until: null }, now);
  });
}

/** Lets somebody in again who was banned, and tells them. */
export async function letIn(
  tx: Transaction,
  viewer: Viewer,
  userId: string,
  reason: string | null,
  now: Date,
): Promise<void> {
  const { target } = await lockAccounts(tx, viewer, userId);
  if (target.isActive) return;
  await tx.update(users).set({ isActive: true, suspendedUntil: null }).where(eq(users.id, userId));
  const change = { before: standingOf(target), after: { isActive: true, reason } };
  await record(tx, viewer, 'user.unban', userId, change, now);
  await enqueue(tx, 'account_restored', userId, { reason }, now);
}

/**
 * Bans somebody for a time, or where `until` is null without end: their sessions end at once, they give up the events
 * still to come, and are told. Of two bans the longer one stands.
 * @returns whether this one does
 * @throws Refusal `not_found`, `forbidden`, `conflict` for oneself and for the only admin
 */
export async function suspendMember(
  tx: Transaction,
  viewer: Actor,
  userId: string,
  { until, reason }: { until: Date | null; reason: string | null },
  now: Date,
): Promise<boolean> {
  demand(ownAccountRefusal(viewer, userId, 'status'));
  // Events before accounts, as everybody takes them who needs both.
  await withdrawFromUpcoming(tx, userId, now);
  const { held, target } = await lockAccounts(tx, viewer, userId);
  demand(statusRefusal(target, false, held));
  if (!isLonger(target, until)) return false;
  await tx
    .update(users)
    .set({ isActive: false, suspendedUntil: until })
    .where(eq(users.id, userId));
  await endSessionsOf(tx, userId);
  // What they said they would come to in between: from now on they can't.
  await withdrawFromUpcoming(tx, userId, now);
  const end = until?.toISOString() ?? null;
  const change = {
    before: standingOf(target),
    after: { isActive: false, ...(end && { until: end }), reason },
  };
  await record(tx, viewer, 'user.ban', userId, change, now);
  await enqueue(tx, 'account_suspended', userId, { reason, ...(end && { until: end }) }, now);
  return true;
}

const standingOf = ({ isActive, suspendedUntil }: AccountFacts) => ({
  isActive,
  ...(suspendedUntil && { until: suspendedUntil.toISOString() }),
});

/**
 * Ends every session of somebody, who may sign in again at once.
 * @throws Refusal `not_found`, `forbidden`, `conflict` for oneself
 */
export async function signOut(
  db: Database,
  viewer: Viewer,
  userId: string,
  now: Date,
): Promise<void> {
  demand(ownAccountRefusal(viewer, userId, 'sessions'));
  await transaction(db, async (tx) => {
    // Held, so that a sign-in under way is over and its session among them.
    await lockAccounts(tx, viewer, userId);
    const ended = await endSessionsOf(tx, userId);
    const change = { before: { sessions: ended }, after: { sessions: 0 } };
    await record(tx, viewer, 'user.sign_out', userId, change, now);
  });
}

/**
 * Switches the second step off for somebody who has lost their phone and their codes, and tells them; where it is
 * off, nothing changes.
 * @throws Refusal `not_found`, `forbidden`, `conflict` for oneself
 */
export async function resetTwoStep(
  db: Database,
  viewer: Viewer,
  userId: string,
  now: Date,
): Promise<void> {
  demand(ownAccountRefusal(viewer, userId, 'second step'));
  await transaction(db, async (tx) => {
    await lockAccounts(tx, viewer, userId);
    if (!(await dropTwoStep(tx, userId))) return;
    const change = { before: { twoStep: true }, after: { twoStep: false } };
    await record(tx, viewer, 'user.two_step_reset', userId, change, now);
    await enqueue(tx, 'two_step_off', userId, { byAdmin: true }, now);
  });
}

/**
 * The account and all admins, held in the order of their ids, so that of two admins who demote each other at
 * the same moment the second finds that they are none any more.
 */
export async function lockAccounts(tx: Transaction, viewer: Actor, userId: string) {
  const held = await tx
    .select({
      id: users.id,
      role: users.role,
      isActive: users.isActive,
      suspendedUntil: users.suspendedUntil,
    })
    .from(users)
    .where(or(eq(users.id, userId), sql`${users.role} = 'admin'`))
    .orderBy(users.id)
    .for('no key update');
  demand(formerAdminRefusal(viewer, held));
  const target = held.find(({ id }) => id === userId);
  if (!target) throw notFound('User');
  return { held, target };
}

/**
 * Makes a member the organiser of a group that nobody looks after, and its owner.
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
    const group = await lockedGroup(tx, groupId);
    const membership = await lockedMember(tx, groupId, userId);
    if (!membership) throw notFound('Member');
    const [person] = await tx
      .select({ isActive: users.isActive })
      .from(users)
      .where(eq(users.id, userId))
      .for('share');
    const member = { status: membership.status, isActive: person?.isActive ?? false };
    demand(appointRefusal(member, await activeOrganisers(tx, groupId)));
    await tx
      .update(memberships)
      .set({ isOrganizer: true })
      .where(and(eq(memberships.groupId, groupId), eq(memberships.userId, userId)));
    await tx.update(groups).set({ createdById: userId }).where(eq(groups.id, groupId));
    const change = { before: { ownerId: group.createdById }, after: { ownerId: userId } };
    await record(tx, viewer, 'group.organiser', groupId, change, now);
    await enqueue(tx, 'owner_made', userId, { groupId }, now);
  });
}
