import type { PictureUse } from '#contract/platform/limits.ts';
import type { PictureFile } from '#contract/base/media.ts';
import type { QuotaNotice } from '#contract/platform/quotas.ts';
import {
  and,
  asc,
  eq,
  exists,
  inArray,
  lt,
  ne,
  notExists,
  or,
  sql,
  notInArray,
  type SQL,
} from 'drizzle-orm';
import type { CleanText } from '#contract/platform/clean-text.ts';
import { profileRefusal } from '#features/base/accounts/policy.ts';
import { users } from '#features/base/accounts/tables.ts';
import {
  transaction,
  type Database,
  type Reader,
  type Transaction,
} from '#platform/db/database.ts';
import type { Config } from '#platform/config.ts';
import { inBatches } from '#platform/jobs/items.ts';
import { lockQuota } from '#features/base/quotas/mutations.ts';
import { withAddedUsage, quotaNotice, quotaRefusal } from '#features/base/quotas/policy.ts';
import { demand, invalid } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { pictureIdIn } from '#platform/media/address.ts';
import { pictureFrom, type Picture } from '#platform/media/images.ts';
import { uploadRefusal } from './policy.ts';
import { measuredPictures, pictureAt, pictureUrl } from './queries.ts';
import { pictureColumns } from './steps.ts';
import { media, mediaUploads, mediaWidths } from './tables.ts';

/** A picture that was uploaded before; the form has its address in `field`. */
interface AddedPicture {
  id: string;
  field: string;
}

/**
 * Stores an upload and returns its address, with a warning if little quota is left.
 * @throws Refusal `forbidden`, `profile_incomplete`, `quota`, `invalid` naming `image`, `unavailable`
 */
export async function keepUpload(
  db: Database,
  viewer: Viewer,
  { upload, use }: { upload: PictureFile; use: PictureUse },
  config: Config,
  now: Date,
): Promise<{ url: CleanText; quota?: QuotaNotice }> {
  demand(uploadRefusal(viewer, use));
  // The first admin chooses the site's picture before anything else.
  if (use === 'cover' && viewer.role !== 'admin') demand(profileRefusal(viewer, 'add a picture'));
  // Also checked before: processing a picture that exceeds the quota costs as much as any other.
  await requirePictureQuota(db, viewer, { size: 0 }, config, now);
  const picture = await pictureFrom(upload, 'image', use);
  return transaction(db, async (tx) => {
    await lockPictureQuota(tx, viewer);
    return keepPicture(tx, viewer, { picture, use }, config, now);
  });
}

/**
 * Locks an uploaded picture that becomes a cover, so it isn't deleted before its address is saved.
 * Other addresses need no lock, unless they end like that of a picture stored here.
 * @throws Refusal `invalid` for one that the viewer has not uploaded as a cover, unless the group
 * shows it already
 */
export async function lockCover(
  tx: Transaction,
  viewer: Viewer,
  groupId: number | null,
  url: string | null | undefined,
): Promise<void> {
  if (!url) return;
  // A site may have other host names than the one that was asked.
  const elsewhere = pictureIdIn(url);
  const id = pictureAt(url) ?? elsewhere;
  if (!id || (elsewhere && !(await isKept(tx, id)))) return;
  const isTheirs = or(isUploaded(tx, viewer, id, 'cover'), isShownByGroup(tx, groupId, url));
  if (!(await lockPictureIf(tx, id, isTheirs))) throw invalid({ imageUrl: pictureGone });
}

/**
 * Locks an uploaded picture that becomes the site's logo, so it isn't deleted before its address is
 * saved.
 * @throws Refusal `invalid` for one that the viewer has not uploaded as a logo
 */
export async function lockLogo(
  tx: Transaction,
  viewer: Viewer,
  url: string | null | undefined,
): Promise<void> {
  const id = pictureAt(url);
  if (id === undefined) return;
  if (!(await lockPictureIf(tx, id, isUploaded(tx, viewer, id, 'logo'))))
    throw invalid({ logoUrl: pictureGone });
}

const isUploaded = (tx: Transaction, viewer: Viewer, id: string, use: PictureUse) =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(mediaUploads)
      .where(
        and(
          eq(mediaUploads.ownerId, viewer.id),
          eq(mediaUploads.mediaId, id),
          eq(mediaUploads.use, use),
        ),
      ),
  );

async function lockPictureIf(tx: Transaction, id: string, condition: SQL | undefined) {
  const [found] = await tx
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.id, id), condition))
    .for('key share');
  return found !== undefined;
}

async function isKept(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.$count(media, eq(media.id, id))) > 0;
}

/** Organisers may keep and copy pictures that one of them uploaded. */
function isShownByGroup(tx: Transaction, groupId: number | null, url: string) {
  if (groupId === null) return undefined;
  const shownBy = pictureColumns.read().flatMap((column) => {
    if (!column.groupId) return [];
    const isShown = and(column.where, sql`${column.url} = ${url}`, eq(column.groupId, groupId));
    return exists(
      tx
        .select({ one: sql`1` })
        .from(column.table)
        .where(isShown),
    );
  });
  return or(...shownBy);
}

const pictureGone = 'This picture is no longer here. Please upload it again.';

const picturesAtOnce = 100;

/** Deletes all pictures from before `before` that nothing shows, and returns how many. */
export const dropAllUnusedPictures = (db: Database, before: Date): Promise<number> =>
  inBatches<string>({
    atOnce: picturesAtOnce,
    next: (failed) => unusedPictures(db, { before, atMost: picturesAtOnce, failed }),
    handle: (ids) => dropOld(db, ids, before),
  });

/** Deletes up to `atMost` pictures from before `before` that nothing shows. */
export const dropUnusedPictures = async (
  db: Database,
  before: Date,
  atMost = picturesAtOnce,
): Promise<number> => dropOld(db, await unusedPictures(db, { before, atMost, failed: [] }), before);

async function unusedPictures(
  db: Database,
  { before, atMost, failed }: { before: Date; atMost: number; failed: string[] },
): Promise<string[]> {
  const old = await db
    .select({ id: media.id })
    .from(media)
    .where(and(lt(media.createdAt, before), isShownNowhere(db), notInArray(media.id, failed)))
    .orderBy(asc(media.id))
    .limit(atMost);
  return old.map(({ id }) => id);
}

/**
 * Each is locked before its use is checked: a caller who saves its address meanwhile has either
 * saved it or is refused.
 */
const dropOld = (db: Database, ids: string[], before: Date): Promise<number> =>
  transaction(db, async (tx) => {
    const old = await tx
      .select({ id: media.id })
      .from(media)
      .where(and(inArray(media.id, ids), lt(media.createdAt, before)))
      .orderBy(asc(media.id))
      .for('update', { skipLocked: true });
    return old.length > 0 ? dropUnused(tx, ...old.map(({ id }) => id)) : 0;
  });

interface Avatar {
  oldUrl: string | null;
  picture: Picture | AddedPicture | null;
}

/**
 * Replaces the avatar at `oldUrl` with `picture` or none, and deletes the old one unless another
 * account shows it as theirs. `point` saves the new address.
 * @throws Refusal `quota`, `invalid` naming `field` for an address at which the owner has uploaded
 * no avatar
 */
export async function replaceAvatar<T>(
  tx: Transaction,
  viewer: Viewer,
  { oldUrl, picture }: Avatar,
  point: (url: CleanText | null) => Promise<T>,
  config: Config,
  now: Date,
): Promise<T> {
  const oldId = pictureAt(oldUrl);
  await lockPictureQuota(tx, viewer);
  await lockPictures(tx, [oldId, picture?.id]);
  const pointed = await point(
    picture && (await addressOf(tx, viewer, { oldId, picture }, config, now)),
  );
  if (oldId && oldId !== picture?.id) await dropAvatar(tx, viewer, oldId);
  return pointed;
}

/** Deletes the avatar of a deleted account. */
export async function removeAvatar(
  tx: Transaction,
  { id, profileImageUrl }: Pick<Viewer, 'id' | 'profileImageUrl'>,
): Promise<void> {
  const oldId = pictureAt(profileImageUrl);
  await lockPictures(tx, [oldId]);
  await tx.update(users).set({ profileImageUrl: null }).where(eq(users.id, id));
  if (oldId) await dropAvatar(tx, { id }, oldId);
}

interface NewAvatar {
  oldId: string | undefined;
  picture: Picture | AddedPicture;
}

async function addressOf(
  tx: Transaction,
  viewer: Viewer,
  { oldId: replaced, picture }: NewAvatar,
  config: Config,
  now: Date,
): Promise<CleanText> {
  if ('field' in picture) return addedBy(tx, viewer, picture);
  const upload = { picture, use: 'avatar', replaced } as const;
  return (await keepPicture(tx, viewer, upload, config, now)).url;
}

/** Only the uploader's own pictures: deleting one removes it wherever it is shown. */
async function addedBy(
  tx: Transaction,
  { id: ownerId }: Viewer,
  { id, field }: AddedPicture,
): Promise<CleanText> {
  const [added] = await tx
    .select({ id: mediaUploads.mediaId })
    .from(mediaUploads)
    .where(
      and(
        eq(mediaUploads.mediaId, id),
        eq(mediaUploads.ownerId, ownerId),
        eq(mediaUploads.use, 'avatar'),
      ),
    );
  if (!added) throw invalid({ [field]: pictureGone });
  return pictureUrl(id);
}

/** Deletes an avatar of its owner, even if it was once saved as a cover or a logo. */
async function dropAvatar(tx: Transaction, { id: ownerId }: { id: string }, id: string) {
  await tx
    .delete(mediaUploads)
    .where(
      and(
        eq(mediaUploads.mediaId, id),
        eq(mediaUploads.ownerId, ownerId),
        eq(mediaUploads.use, 'avatar'),
      ),
    );
  const [otherwise] = await tx
    .select({ id: mediaUploads.mediaId })
    .from(mediaUploads)
    .where(and(eq(mediaUploads.mediaId, id), ne(mediaUploads.use, 'avatar')))
    .limit(1);
  if (!otherwise) {
    for (const column of pictureColumns.read()) await column.clear?.(tx, pictureUrl(id));
  }
  await dropUnused(tx, id);
}

/**
 * Deletes the pictures of content that has just been deleted, except those that other content
 * shows.
 */
export async function dropPictures(tx: Transaction, urls: (string | null)[]): Promise<void> {
  const ids = [...new Set(urls.map(pictureAt))].filter((id) => id !== undefined);
  await lockPictures(tx, ids);
  if (ids.length > 0) await dropUnused(tx, ...ids);
}

/** Deletes a member's pictures that nothing shows. */
export async function dropPicturesOf(
  tx: Transaction,
  { id: ownerId }: { id: string },
): Promise<void> {
  const owned = await tx
    .select({ id: media.id })
    .from(media)
    .where(eq(media.ownerId, ownerId))
    .orderBy(asc(media.id))
    .for('update');
  if (owned.length > 0) await dropUnused(tx, ...owned.map(({ id }) => id));
}

/** Locks in the order of ids, so two members who swap pictures never wait for each other. */
async function lockPictures(tx: Transaction, ids: (string | undefined)[]): Promise<void> {
  const presentIds = ids.filter((id) => id !== undefined);
  if (presentIds.length === 0) return;
  await tx
    .select({ id: media.id })
    .from(media)
    .where(inArray(media.id, presentIds))
    .orderBy(asc(media.id))
    .for('update');
}

interface NewPicture {
  picture: Picture;
  use: PictureUse;
  /** The old picture that this one replaces. */
  replaced?: string | undefined;
}

/**
 * Stores a picture; the viewer's picture quota must be locked. An existing one is written again,
 * which locks it against deletion.
 */
async function keepPicture(
  tx: Transaction,
  viewer: Viewer,
  { picture: { id, widths, ...picture }, use, replaced }: NewPicture,
  config: Config,
  now: Date,
): Promise<{ url: CleanText; quota?: QuotaNotice }> {
  const { id: ownerId } = viewer;
  const isRepeat = await uploadedBefore(tx, viewer, id);
  const size = [picture, ...widths].reduce((sum, { bytes }) => sum + bytes.length, 0);
  const quota = isRepeat
    ? undefined
    : await requirePictureQuota(tx, viewer, { size, replaced }, config, now);
  await tx
    .insert(media)
    .values({ id, contentType: 'image/webp', ...picture, ownerId, createdAt: now })
    .onConflictDoUpdate({ target: media.id, set: { ownerId, createdAt: now } });
  await tx
    .insert(mediaUploads)
    .values({ mediaId: id, ownerId, use, createdAt: now })
    .onConflictDoNothing();
  if (widths.length > 0) {
    const rows = widths.map((each) => ({ mediaId: id, ...each }));
    await tx.insert(mediaWidths).values(rows).onConflictDoNothing();
  }
  return { url: pictureUrl(id), ...(quota && { quota }) };
}

async function uploadedBefore(tx: Transaction, viewer: Viewer, id: string): Promise<boolean> {
  const [earlier] = await tx
    .select({ id: mediaUploads.mediaId })
    .from(mediaUploads)
    .where(and(eq(mediaUploads.ownerId, viewer.id), eq(mediaUploads.mediaId, id)))
    .limit(1);
  return earlier !== undefined;
}

/** The rows must be locked: only a statement started after that sees every use of them. */
async function dropUnused(tx: Transaction, ...ids: string[]): Promise<number> {
  const { rowCount } = await tx
    .delete(media)
    .where(and(inArray(media.id, ids), isShownNowhere(tx)));
  return rowCount ?? 0;
}

/** Selects pictures that neither an account nor a registered column of higher domains shows. */
function isShownNowhere(db: Reader) {
  const one = { one: sql`1` };
  const url = sql`'/media/' || ${media.id} || '.webp'`;
  return and(
    notExists(db.select(one).from(users).where(eq(users.profileImageUrl, url))),
    ...pictureColumns.read().map((column) =>
      notExists(
        db
          .select(one)
          .from(column.table)
          .where(and(column.where, sql`(${column.url}) = ${url}`)),
      ),
    ),
  );
}

/** Locks the viewer's picture quota; call it before any picture is locked. */
const lockPictureQuota = (tx: Transaction, viewer: Viewer) => lockQuota(tx, 'pictures', viewer.id);

/**
 * Reserves quota for one more picture; the quota must be locked.
 * @throws Refusal `quota`
 */
async function requirePictureQuota(
  db: Reader,
  viewer: Viewer,
  { size, replaced }: { size: number; replaced?: string | undefined },
  config: Config,
  now: Date,
): Promise<QuotaNotice | undefined> {
  const { pictures, bytes } = await measuredPictures(db, viewer, replaced, config, now);
  demand(quotaRefusal([pictures], 1) ?? quotaRefusal([bytes], size));
  return quotaNotice([withAddedUsage(pictures, 1), withAddedUsage(bytes, size)]);
}
