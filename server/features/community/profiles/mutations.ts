import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { Account, completeProfile, updateAccount } from '#contract/base/accounts.ts';
import { pictureRule, profilePictureBytes, profilePictureTooLarge } from '#contract/base/media.ts';
import type { Config } from '#platform/config.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { pictureFrom, uploadIn } from '#platform/media/images.ts';
import { demand, invalid, signInRequired } from '#platform/refusal.ts';
import { emptied, revise, sentFields } from '#platform/revisions.ts';
import type { Viewer } from '#platform/viewer.ts';
import { ownNameRefusal } from '#features/base/accounts/policy.ts';
import { accountColumns } from '#features/base/accounts/queries.ts';
import { users } from '#features/base/accounts/tables.ts';
import { replaceAvatar } from '#features/base/media/mutations.ts';
import { pictureAt } from '#features/base/media/queries.ts';
import { needsContactReview } from '#features/community/membership/queries/trust.ts';
import { settingsNow } from '#features/base/settings/queries.ts';

interface SentNames {
  firstName?: string | undefined;
  lastName?: string | null | undefined;
}

/**
 * @throws Refusal `invalid` for a new name that resembles the site or its staff; admins may have
 * one
 */
async function requireOwnName(
  db: Database,
  viewer: Viewer,
  { firstName = viewer.firstName, lastName = viewer.lastName }: SentNames,
  config: Config,
): Promise<void> {
  const isKept = firstName === viewer.firstName && (lastName || null) === viewer.lastName;
  if (isKept || viewer.role === 'admin') return;
  const { siteName } = await settingsNow(db, config);
  demand(ownNameRefusal({ firstName, lastName }, siteName));
}

interface SentTexts {
  bio?: string | null | undefined;
  location?: string | null | undefined;
}

/** @throws Refusal `invalid` if a new account puts contact details where others read them */
async function requireNoContact(
  db: Database,
  viewer: Viewer,
  sent: SentTexts,
  config: Config,
  now: Date,
): Promise<void> {
  for (const field of ['bio', 'location'] as const) {
    const text = sent[field];
    if (!text || text === viewer[field]) continue;
    if (await needsContactReview(db, viewer, text, config, now)) {
      throw invalid({ [field]: contactRule });
    }
  }
}

const contactRule =
  'Please leave out links, email addresses and phone numbers. You can add them once you have been here for a week.';

/**
 * @throws Refusal `invalid` for a name that resembles the site or its staff, or a new account's
 * links
 */
export async function saveProfile(
  db: Database,
  viewer: Viewer,
  profile: z.output<(typeof completeProfile)['body']>,
  config: Config,
  now: Date,
): Promise<Account> {
  await requireOwnName(db, viewer, profile, config);
  await requireNoContact(db, viewer, profile, config, now);
  const changes = {
    bio: profile.bio,
    location: profile.location,
    lastName: profile.lastName,
    phoneNumber: profile.phoneNumber || null,
    smsNotifications: profile.smsNotifications,
  };
  return transaction(db, async (tx) => updateProfile(tx, await lockProfile(tx, viewer), changes));
}

type AccountForm = z.output<(typeof updateAccount)['body']>;

/**
 * Changes the sent fields; an empty one is cleared.
 * @throws Refusal `invalid`, `quota` or `unavailable` for a picture; `invalid` for a name that
 * resembles the site or its staff, and for a new account's links; `conflict` for fields that
 * another tab has changed since `revision`
 */
export async function editAccount(
  db: Database,
  viewer: Viewer,
  form: AccountForm,
  config: Config,
  now: Date,
): Promise<Account> {
  await requireOwnName(db, viewer, form, config);
  await requireNoContact(db, viewer, form, config, now);
  const changes = changesIn(form);
  const { profileImageUrl: image, revision } = form;
  const fresh = image?.startsWith('data:') ? await pictureIn(image) : undefined;
  return transaction(db, async (tx) => {
    const stored = await lockProfile(tx, viewer);
    const oldUrl = stored.profileImageUrl;
    if (image === undefined || (image && image === oldUrl))
      return updateProfile(tx, stored, changes, revision);
    const picture = fresh ?? (image ? addedAt(image) : null);
    const save = (profileImageUrl: CleanText | null) =>
      updateProfile(tx, stored, { ...changes, profileImageUrl }, revision);
    return replaceAvatar(tx, viewer, { oldUrl, picture }, save, config, now);
  });
}

const pictureField = 'profileImageUrl';

const room = { bytes: profilePictureBytes, tooLarge: profilePictureTooLarge };

const pictureIn = (dataUrl: string) =>
  pictureFrom(uploadIn(dataUrl, pictureField, room), pictureField, 'avatar');

/** A picture from an earlier upload. */
function addedAt(url: string) {
  const id = pictureAt(url);
  if (!id) throw invalid({ [pictureField]: pictureRule });
  return { id, field: pictureField };
}

const changesIn = ({ profileImageUrl: _, revision: __, ...form }: AccountForm) =>
  sentFields({
    ...form,
    lastName: emptied(form.lastName),
    bio: emptied(form.bio),
    location: emptied(form.location),
    phoneNumber: emptied(form.phoneNumber),
  });

const profileColumns = {
  firstName: users.firstName,
  lastName: users.lastName,
  bio: users.bio,
  location: users.location,
  phoneNumber: users.phoneNumber,
  smsNotifications: users.smsNotifications,
  profileImageUrl: users.profileImageUrl,
};

/** @throws Refusal `sign_in_required` if the account no longer exists */
async function lockProfile(tx: Transaction, viewer: Viewer) {
  const [user] = await tx
    .select({
      ...profileColumns,
      id: users.id,
      revision: users.revision,
      fieldRevisions: users.fieldRevisions,
    })
    .from(users)
    .where(eq(users.id, viewer.id))
    .for('no key update');
  if (!user) throw signInRequired();
  return user;
}

type StoredProfile = Awaited<ReturnType<typeof lockProfile>>;

async function updateProfile(
  tx: Transaction,
  stored: StoredProfile,
  changes: Partial<typeof users.$inferInsert>,
  basedOn?: number,
): Promise<Account> {
  const revised = revise(stored, stored, changes, basedOn);
  const [account] = await tx
    .update(users)
    .set({ ...changes, ...revised })
    .where(eq(users.id, stored.id))
    .returning(accountColumns);
  if (!account) throw signInRequired();
  return account;
}
