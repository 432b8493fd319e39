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
import { dropRemoved } from '#features/safety/purge/mutations/remove.ts';
import { dropMailOf } from '#features/base/mail/mutations.ts';
import { dropPicturesOf, removeAvatar } from '#features/base/media/mutations.ts';
import { leaveAllGroups } from '#features/community/membership/mutations.ts';
import { forgetReporter } from '#features/safety/reports/mutations/report.ts';
import { withdrawEverywhere } from '#features/events/attendance/mutations/withdrawal.ts';
import { proveSecondStep } from '#features/base/sign-in/mutations/two-step.ts';
import { deletionRefusal } from './policy.ts';

/**
 * Deletes the viewer's own account, once they have proved that it is theirs.
 * @throws Refusal `invalid` naming what was typed wrong, `conflict` for the only admin
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
  const known = await passwordHashOf(db, viewer.id);
  demand(
    deletionRefusal(
      { email: viewer.email, hasPassword: known !== null },
      {
        email: typed.email,
        passwordMatches: await passwordMatches(known, typed.password ?? ''),
      },
    ),
  );
  await proveSecondStep(db, viewer, typed.code, signer, now);
  await transaction(db, (tx) => deleteAccount(tx, viewer.id, now));
}

/**
 * Deletes the account of another. Of who it was, nothing is kept.
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

/** By its address alone a step may look only where that is confirmed: anybody may have registered it. */
type Leaver = Pick<Account, 'id' | 'email' | 'emailVerified' | 'profileImageUrl'>;
type Step = (tx: Transaction, leaver: Leaver, now: Date) => Promise<unknown>;

/**
 * Rows that others count or wait for, in the order in which every writer locks them: all before the
 * account.
 */
const beforeTheAccount: readonly Step[] = [leaveAllGroups, withdrawEverywhere, dropMailOf];

/**
 * Rows that belong to the member alone. Purged content may show a picture, so it goes before unused
 * pictures do.
 */
const withTheAccount: readonly Step[] = [removeAvatar, forgetReporter, dropRemoved, dropPicturesOf];

/**
 * Takes somebody and all that is theirs away, by each feature's own step. What no step names goes with their row, by
 * `onDelete` in the tables of its own feature: comments, those held and the marks of texts; sessions, tokens, links,
 * identities, sign-ins, the second step; choices about mail; what they wrote to organisers; blocks, whichever of the two
 * made them. The groups, events and invitations they made and the messages they sent stay without their maker, and a
 * donation without its giver. A report stays without who made it, and a case with what was said, without whose it was.
 * @returns whether there was such an account
 * @throws Refusal `conflict` for the only admin
 */
async function deleteAccount(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const known = await accountById(tx, userId);
  if (!known) return false;
  for (const step of beforeTheAccount) await step(tx, known, now);
  const account = await lockedForDeletion(tx, userId);
  if (!account) return false;
  // Once more: what came in between is found now that nobody can add to it.
  for (const step of beforeTheAccount) await step(tx, account, now);
  for (const step of withTheAccount) await step(tx, account, now);
  await tx.delete(users).where(eq(users.id, userId));
  return true;
}

/** An admin is held together with all the others, in one order: two who leave at once never leave none. */
async function lockedForDeletion(tx: Transaction, userId: string) {
  const admins = await tx.select({ id: users.id }).from(users).where(eq(users.role, 'admin'));
  const among = admins.some(({ id }) => id === userId) ? admins.map(({ id }) => id) : [userId];
  const held = await tx
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
  const account = held.find(({ id }) => id === userId);
  if (account?.role === 'admin') {
    const others = held.filter(
      (each) => each.role === 'admin' && each.isActive && each !== account,
    );
    demand(adminsRefusal(others.length));
  }
  return account;
}
