import { eq, inArray } from 'drizzle-orm';
import { passwordMatches } from '../../platform/crypto/password.ts';
import type { Signer } from '../../platform/crypto/signing.ts';
import { transaction, type Database, type Transaction } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { demand } from '../../platform/refusal.ts';
import { cleanups } from '../cleanup/tables.ts';
import { dropMailOf } from '../mail/mutations.ts';
import { dropPicturesOf, replacePicture } from '../media/mutations.ts';
import { leaveAllGroups } from '../membership/mutations.ts';
import { reports } from '../reports/tables.ts';
import { withdrawEverywhere } from '../rsvps/mutations/rsvps.ts';
import { proveSecondStep } from '../sign-in/mutations/two-step.ts';
import { adminsRefusal } from '../accounts/policy.ts';
import { accountById, passwordHashOf } from '../accounts/queries.ts';
import { users } from '../accounts/tables.ts';
import { deletionRefusal } from './policy.ts';

/**
 * Deletes the viewer's own account, once they have proved that it is theirs.
 * @throws Refusal `invalid` naming what was typed wrong, `conflict` for the only admin
 */
export async function leaveSite(
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
 * Takes somebody and all that is theirs away. What others count or wait for goes by hand here: memberships, RSVPs,
 * mail, pictures. All else goes with their row, by `onDelete` in the tables of its own feature: comments, those held
 * and the marks of texts; sessions, tokens, links, identities, sign-ins, the second step; choices about mail; what they
 * wrote to organisers; blocks, whichever of the two made them. The groups, events and invitations they made and the
 * messages they sent stay without their maker, and a donation without its giver. A report stays without who made it, and a
 * case with what was said, without whose it was.
 * @returns whether there was such an account
 * @throws Refusal `conflict` for the only admin
 */
export async function deleteAccount(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  // Groups, memberships, events and mail are locked before the account, as everybody else does. What
  // they joined in between, and who was told of it, is found once the account is held, when nobody can add to it.
  await leaveGroupsAndEvents(tx, userId, now);
  const known = await accountById(tx, userId);
  if (known) await dropMailOf(tx, known);
  const account = await lockedForDeletion(tx, userId);
  if (!account) return false;
  await leaveGroupsAndEvents(tx, userId, now);
  if (known) await dropMailOf(tx, known);
  await replacePicture(
    tx,
    userId,
    { oldUrl: account.profileImageUrl, picture: null },
    (profileImageUrl) => tx.update(users).set({ profileImageUrl }).where(eq(users.id, userId)),
    now,
  );
  // Where they reported something signed out.
  await tx.update(reports).set({ email: null }).where(eq(reports.email, account.email));
  await tx.delete(cleanups).where(eq(cleanups.userId, userId));
  await dropPicturesOf(tx, userId);
  await tx.delete(users).where(eq(users.id, userId));
  return true;
}

async function leaveGroupsAndEvents(tx: Transaction, userId: string, now: Date): Promise<void> {
  await leaveAllGroups(tx, userId, now);
  await withdrawEverywhere(tx, userId, now);
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
