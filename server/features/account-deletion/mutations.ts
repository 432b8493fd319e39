import { eq, inArray } from 'drizzle-orm';
import type { Account } from '../../../contract/accounts.ts';
import { passwordMatches } from '../../platform/crypto/password.ts';
import type { Signer } from '../../platform/crypto/signing.ts';
import { transaction, type Database, type Transaction } from '../../platform/db/database.ts';
import { demand } from '../../platform/refusal.ts';
import { dropMailOf } from '../mail/mutations.ts';
import { dropPicturesOf, replacePicture } from '../media/mutations.ts';
import { leaveAllGroups } from '../membership/mutations.ts';
import { withdrawEverywhere } from '../rsvps/mutations.ts';
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
  viewer: Account,
  typed: {
    password?: string | undefined;
    email?: string | undefined;
    code?: string | undefined;
  },
  by: { signer: Signer; now: Date },
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
  await proveSecondStep(db, viewer, typed.code, by);
  await transaction(db, (tx) => deleteAccount(tx, viewer.id, by.now));
}

/**
 * Takes somebody and all that is theirs away: memberships, RSVPs, comments, sessions, links, identities, mail,
 * pictures. The groups and events they made stay, and a donation without its giver.
 * @returns whether there was such an account
 * @throws Refusal `conflict` for the only admin
 */
export async function deleteAccount(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  // Groups, memberships, events and mail are locked before the account, as everybody else does. What
  // they joined in between, and who was told of it, is found once the account is held, when nobody can add to it.
  await giveUpPlaces(tx, userId, now);
  const known = await accountById(tx, userId);
  if (known) await dropMailOf(tx, known);
  const account = await lockedForDeletion(tx, userId);
  if (!account) return false;
  await giveUpPlaces(tx, userId, now);
  if (known) await dropMailOf(tx, known);
  await replacePicture(
    tx,
    { oldUrl: account.profileImageUrl, picture: null, ownerId: userId, now },
    (profileImageUrl) => tx.update(users).set({ profileImageUrl }).where(eq(users.id, userId)),
  );
  await dropPicturesOf(tx, userId);
  await tx.delete(users).where(eq(users.id, userId));
  return true;
}

async function giveUpPlaces(tx: Transaction, userId: string, now: Date): Promise<void> {
  await leaveAllGroups(tx, userId, now);
  await withdrawEverywhere(tx, userId);
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
