import { eq, inArray } from 'drizzle-orm';
import type { Account } from '#contract/base/accounts.ts';
import { passwordMatches } from '#platform/crypto/password.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import type { Viewer } from '#platform/viewer.ts';
import { demand, notFound } from '#platform/refusal.ts';
import { adminsRefusal } from '#features/base/accounts/policy.ts';
import { accountById, accountColumns, passwordHashOf } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { ownAccountRefusal } from '#features/safety/enforcement/policy.ts';
import { record } from '#features/base/audit/mutations.ts';
import { deleteRemoved } from '#features/safety/purge/mutations/remove.ts';
import { dropMailOf } from '#features/base/mail/mutations.ts';
import { dropPicturesOf, removeAvatar } from '#features/base/media/mutations.ts';
import { forgetAddress } from '#features/community/email-invitations/mutations.ts';
import { leaveAllGroups } from '#features/community/membership/mutations.ts';
import { eraseReporterEmail } from '#features/safety/reports/mutations/report.ts';
import { withdrawGuest } from '#features/events/guests/mutations/withdrawal.ts';
import { leaveHousehold } from '#features/events/household/mutations.ts';
import { withdrawEverywhere } from '#features/events/attendance/mutations/withdrawal.ts';
import { proveSecondStep } from '#features/base/sign-in/mutations/two-step.ts';
import { deletionRefusal } from './policy.ts';

/**
 * Deletes the viewer's own account, once they have confirmed it.
 * @throws Refusal `invalid` naming the wrong field, `conflict` for the only admin
 */
export async function closeAccount(
  db: Database,
  viewer: Viewer,
  typed: {
    password?: string | undefined;
    email?: string | undefined;
    code?: string | undefined;
  },
  signer: Signer,
  now: Date,
): Promise<void> {
  const passwordHash = await passwordHashOf(db, viewer.id);
  demand(
    deletionRefusal(
      { email: viewer.email, hasPassword: passwordHash !== null },
      {
        email: typed.email,
        passwordMatches: await passwordMatches(passwordHash, typed.password ?? ''),
      },
    ),
  );
  await proveSecondStep(db, viewer, typed.code, signer, now);
  await transaction(db, (tx) => deleteAccount(tx, viewer.id, now));
}

/**
 * Deletes another account and keeps no trace of who it was.
 * @throws Refusal `not_found`, `conflict` for oneself and for the only admin
 */
export async function deleteMember(
  db: Database,
  viewer: Viewer,
  userId: string,
  now: Date,
): Promise<void> {
  demand(ownAccountRefusal(viewer, userId, 'deletion'));
  await transaction(db, async (tx) => {
    if (!(await deleteAccount(tx, userId, now))) throw notFound('User');
    await record(tx, viewer, 'user.delete', userId, { before: null, after: null }, now);
  });
}

/** Steps may match by email address only if it is confirmed: anybody could have registered it. */
type Leaver = Pick<Account, 'id' | 'email' | 'emailVerified' | 'profileImageUrl'>;
type Step = (tx: Transaction, leaver: Leaver, now: Date) => Promise<unknown>;

/**
 * Rows that others count or wait for, in the order in which every writer locks them, before the
 * account itself.
 */
const stepsBeforeAccount: readonly Step[] = [
  leaveAllGroups,
  withdrawEverywhere,
  leaveHousehold,
  withdrawAsGuest,
  dropMailOf,
  forgetAsInvited,
];

/** Erases RSVPs that they made without the account. */
async function withdrawAsGuest(tx: Transaction, leaver: Leaver, now: Date): Promise<void> {
  if (leaver.emailVerified) await withdrawGuest(tx, leaver.email, undefined, now);
}

/** Deletes their address from lists of people to invite. */
async function forgetAsInvited(tx: Transaction, leaver: Leaver): Promise<void> {
  if (leaver.emailVerified) await forgetAddress(tx, leaver.email);
}

/**
 * Rows that only the member owns. Purged content may show a picture, so it goes before unused
 * pictures do.
 */
const stepsWithAccount: readonly Step[] = [
  removeAvatar,
  eraseReporterEmail,
  deleteRemoved,
  dropPicturesOf,
];

/**
 * Deletes an account and all its data by each feature's own step. The tables' `onDelete` deletes
 * the rest: comments and their review marks, text fingerprints, sessions, tokens, links,
 * identities, sign-ins, two-step verification, email choices, messages to organisers, and blocks in
 * both directions. Groups, events, invitations and messages lose their author, donations their
 * donor. Reports lose their reporter; cases keep their snapshot and lose its author.
 * @returns whether the account existed
 * @throws Refusal `conflict` for the only admin
 */
async function deleteAccount(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const before = await accountById(tx, userId);
  if (!before) return false;
  for (const step of stepsBeforeAccount) await step(tx, before, now);
  const account = await lockForDeletion(tx, userId);
  if (!account) return false;
  // A second run finds what was added meanwhile; nobody can add more now.
  for (const step of stepsBeforeAccount) await step(tx, account, now);
  for (const step of stepsWithAccount) await step(tx, account, now);
  await tx.delete(users).where(eq(users.id, userId));
  return true;
}

/** Locks all admins in one order, so two who leave at once can't leave the site without one. */
async function lockForDeletion(tx: Transaction, userId: string) {
  const admins = await tx.select({ id: users.id }).from(users).where(eq(users.role, 'admin'));
  const among = admins.some(({ id }) => id === userId) ? admins.map(({ id }) => id) : [userId];
  const lockedRows = await tx
    .select({
      id: users.id,
      role: users.role,
      isActive: users.isActive,
      email: users.email,
      emailVerified: accountColumns.emailVerified,
      profileImageUrl: users.profileImageUrl,
    })
    .from(users)
    .where(inArray(users.id, among))
    .orderBy(users.id)
    .for('update');
  const account = lockedRows.find(({ id }) => id === userId);
  if (account?.role === 'admin') {
    const others = lockedRows.filter(
      (each) => each.role === 'admin' && each.isActive && each !== account,
    );
    demand(adminsRefusal(others.length));
  }
  return account;
}
