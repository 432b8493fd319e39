import { accountById } from '#features/base/accounts/queries.ts';
import { eq, gt, or, sql } from 'drizzle-orm';
import { events } from '#features/events/events/tables.ts';
import { users } from '#features/base/accounts/tables.ts';
import { withdrawGuest } from '#features/events/guests/mutations/withdrawal.ts';
import { withdrawFromUpcoming } from '#features/events/attendance/mutations/withdrawal.ts';
import { record } from '#features/base/audit/mutations.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Actor, Viewer } from '#platform/viewer.ts';
import { endSessionsOf } from '#features/base/sign-in/mutations/sessions.ts';
import { dropTwoStep } from '#features/base/sign-in/mutations/two-step.ts';
import {
  formerAdminRefusal,
  isLonger,
  lastAdminRefusal,
  ownAccountRefusal,
  roleRefusal,
  type AccountFacts,
} from '../policy.ts';

/**
 * Makes an account an admin or a member again; does nothing if it has that role already.
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
    const { lockedAccounts, target } = await lockAccounts(tx, viewer, userId);
    demand(roleRefusal(target, role, lockedAccounts));
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
 * Bans a member, ends their sessions and withdraws them from upcoming events, or lifts the ban.
 * Either way they are notified.
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
    if (isActive) await liftBan(tx, viewer, userId, reason || null, now);
    else await suspendMember(tx, viewer, userId, { reason: reason || null, until: null }, now);
  });
}

/** Lifts a ban and notifies the member. */
export async function liftBan(
  tx: Transaction,
  viewer: Viewer,
  userId: string,
  reason: string | null,
  now: Date,
): Promise<void> {
  const { target } = await lockAccounts(tx, viewer, userId);
  if (target.isActive) return;
  await tx.update(users).set({ isActive: true, suspendedUntil: null }).where(eq(users.id, userId));
  const change = { before: banStateOf(target), after: { isActive: true, reason } };
  await record(tx, viewer, 'user.unban', userId, change, now);
  await enqueue(tx, 'account_restored', userId, { reason }, now);
}

/** Withdraws a member from upcoming events, also where they came without their account. */
async function withdrawEntirely(tx: Transaction, userId: string, now: Date): Promise<void> {
  await withdrawFromUpcoming(tx, userId, now);
  await withdrawAsGuest(tx, userId, now);
}

/** Cancels upcoming RSVPs that the owner of a confirmed address made without their account. */
export async function withdrawAsGuest(tx: Transaction, userId: string, now: Date): Promise<void> {
  const account = await accountById(tx, userId);
  if (account?.emailVerified) {
    await withdrawGuest(tx, account.email, gt(events.endTime, now), now);
  }
}

/**
 * Suspends a member until a time, or for ever if `until` is null. It ends their sessions, withdraws
 * them from upcoming events and notifies them. Of two bans the longer one applies.
 * @returns whether this one applies
 */
export async function suspendMember(
  tx: Transaction,
  viewer: Actor,
  userId: string,
  { until, reason }: { until: Date | null; reason: string | null },
  now: Date,
): Promise<boolean> {
  demand(ownAccountRefusal(viewer, userId, 'status'));
  // Locks events before accounts, in the order of all writers.
  await withdrawEntirely(tx, userId, now);
  const { lockedAccounts, target } = await lockAccounts(tx, viewer, userId);
  demand(lastAdminRefusal(target, lockedAccounts));
  if (!isLonger(target, until)) return false;
  await tx
    .update(users)
    .set({ isActive: false, suspendedUntil: until })
    .where(eq(users.id, userId));
  await endSessionsOf(tx, userId);
  // Cancels the member's RSVPs to upcoming events, because they can't attend them now.
  await withdrawEntirely(tx, userId, now);
  const end = until?.toISOString() ?? null;
  const change = {
    before: banStateOf(target),
    after: { isActive: false, ...(end && { until: end }), reason },
  };
  await record(tx, viewer, 'user.ban', userId, change, now);
  await enqueue(tx, 'account_suspended', userId, { reason, ...(end && { until: end }) }, now);
  return true;
}

const banStateOf = ({ isActive, suspendedUntil }: AccountFacts) => ({
  isActive,
  ...(suspendedUntil && { until: suspendedUntil.toISOString() }),
});

/**
 * Ends every session of a member, who may sign in again at once.
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
    // The lock waits for a sign-in under way, so that its session is ended with the others.
    await lockAccounts(tx, viewer, userId);
    const ended = await endSessionsOf(tx, userId);
    const change = { before: { sessions: ended }, after: { sessions: 0 } };
    await record(tx, viewer, 'user.sign_out', userId, change, now);
  });
}

/**
 * Switches off two-step sign-in for a member who has lost their phone and codes, and notifies them.
 * Does nothing if it is off.
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
 * Locks the account and all admins in the order of their ids. If two admins demote each other at
 * one moment, the second then finds that they are no longer an admin.
 */
export async function lockAccounts(tx: Transaction, viewer: Actor, userId: string) {
  const lockedAccounts = await tx
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
  demand(formerAdminRefusal(viewer, lockedAccounts));
  const target = lockedAccounts.find(({ id }) => id === userId);
  if (!target) throw notFound('User');
  return { lockedAccounts, target };
}
