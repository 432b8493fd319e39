import { eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Account, completeProfile, updateAccount } from '../../../contract/accounts.ts';
import { pictureRule } from '../../../contract/media.ts';
import { passwordMatches } from '../../platform/crypto/password.ts';
import type { Signer } from '../../platform/crypto/signing.ts';
import {
  transaction,
  type Database,
  type Reader,
  type Transaction,
} from '../../platform/db/database.ts';
import { demand, invalid, Refusal } from '../../platform/refusal.ts';
import { pictureFrom, uploadIn } from '../../platform/media/images.ts';
import { dropMailOf } from '../mail/mutations.ts';
import { dropPicturesOf, replacePicture } from '../media/mutations.ts';
import { pictureAt } from '../media/queries.ts';
import { leaveAllGroups } from '../membership/mutations.ts';
import { withdrawEverywhere } from '../rsvps/mutations.ts';
import { proveSecondStep } from '../sign-in/mutations/two-step.ts';
import { adminsRefusal, deletionRefusal } from './policy.ts';
import { accountById, accountColumns, passwordHashOf } from './queries.ts';
import { users } from './tables.ts';

export async function saveProfile(
  db: Database,
  userId: string,
  profile: z.output<(typeof completeProfile)['body']>,
): Promise<Account> {
  return updateUser(db, userId, {
    bio: profile.bio,
    location: profile.location,
    lastName: profile.lastName,
    phoneNumber: profile.phoneNumber || null,
    smsNotifications: profile.smsNotifications,
  });
}

type AccountForm = z.output<(typeof updateAccount)['body']>;

/**
 * Changes the given fields; a field sent empty is cleared.
 * @throws Refusal `invalid` or `unavailable` for a picture
 */
export async function editAccount(
  db: Database,
  userId: string,
  form: AccountForm,
  now: Date,
): Promise<Account> {
  const changes = changesIn(form);
  const { profileImageUrl: image } = form;
  if (image === undefined) return updateUser(db, userId, changes);
  const fresh = image?.startsWith('data:') ? await pictureIn(image) : undefined;
  return transaction(db, async (tx) => {
    const oldUrl = await lockedPictureUrl(tx, userId);
    if (image && image === oldUrl) return updateUser(tx, userId, changes);
    const picture = fresh ?? (image ? addedAt(image) : null);
    return replacePicture(tx, { oldUrl, picture, ownerId: userId, now }, (profileImageUrl) =>
      updateUser(tx, userId, { ...changes, profileImageUrl }),
    );
  });
}

const pictureField = 'profileImageUrl';

const pictureIn = (dataUrl: string) =>
  pictureFrom(uploadIn(dataUrl, pictureField), pictureField, 'avatar');

/** A picture that was uploaded before. */
function addedAt(url: string) {
  const id = pictureAt(url);
  if (!id) throw invalid({ [pictureField]: pictureRule });
  return { id, field: pictureField };
}

function changesIn(form: AccountForm): Partial<typeof users.$inferInsert> {
  const changes: Partial<typeof users.$inferInsert> = {};
  if (form.firstName !== undefined) changes.firstName = form.firstName;
  if (form.lastName !== undefined) changes.lastName = form.lastName || null;
  if (form.bio !== undefined) changes.bio = form.bio || null;
  if (form.location !== undefined) changes.location = form.location || null;
  if (form.phoneNumber !== undefined) changes.phoneNumber = form.phoneNumber || null;
  if (form.smsNotifications !== undefined) changes.smsNotifications = form.smsNotifications;
  return changes;
}

async function lockedPictureUrl(tx: Transaction, userId: string): Promise<string | null> {
  const [user] = await tx
    .select({ url: users.profileImageUrl })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  return user?.url ?? null;
}

async function updateUser(
  db: Reader,
  userId: string,
  changes: Partial<typeof users.$inferInsert>,
): Promise<Account> {
  const account =
    Object.keys(changes).length > 0
      ? (
          await db.update(users).set(changes).where(eq(users.id, userId)).returning(accountColumns)
        )[0]
      : await accountById(db, userId);
  if (!account) throw new Refusal('sign_in_required', 'Please sign in to continue');
  return account;
}

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
