import type { PictureUse } from '../../../contract/limits.ts';
import type { PictureFile } from '../../../contract/media.ts';
import { and, asc, eq, inArray, lt, notExists, sql } from 'drizzle-orm';
import { profileRefusal } from '../accounts/policy.ts';
import { users } from '../accounts/tables.ts';
import { transaction, type Database, type Transaction } from '../../platform/db/database.ts';
import { events } from '../events/tables.ts';
import { groups } from '../groups/tables.ts';
import { removedRows } from '../cleanup/tables.ts';
import { demand, invalid } from '../../platform/refusal.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { pictureFrom, type Picture } from '../../platform/media/images.ts';
import { pictureAt, pictureUrl } from './queries.ts';
import { media, mediaWidths } from './tables.ts';

/** A picture that was added before, which a form names by its address in `field`. */
interface AddedPicture {
  id: string;
  field: string;
}

/**
 * Keeps a picture and tells its address.
 * @throws Refusal `profile_incomplete`, `invalid` naming `image`, `unavailable`
 */
export async function keepUpload(
  db: Database,
  viewer: Viewer,
  { upload, use }: { upload: PictureFile; use: PictureUse },
  now: Date,
): Promise<string> {
  if (use === 'cover') demand(profileRefusal(viewer, 'add a picture'));
  const picture = await pictureFrom(upload, 'image', use);
  return transaction(db, (tx) => keepPicture(tx, viewer.id, picture, now));
}

/**
 * Holds the picture at `url`, where it is one of ours, until the transaction that saves the address ends, so
 * that nobody drops it meanwhile. Any other address, and none, need no holding.
 * @throws Refusal `invalid` naming `field` when the picture is gone
 */
export async function holdPicture(
  tx: Transaction,
  url: string | null | undefined,
  field = 'imageUrl',
): Promise<void> {
  const id = pictureAt(url);
  if (!id) return;
  const [held] = await tx
    .select({ id: media.id })
    .from(media)
    .where(eq(media.id, id))
    .for('key share');
  if (!held) throw invalid({ [field]: pictureGone });
}

const pictureGone = 'This picture is no longer here. Please upload it again.';

/**
 * Drops up to `atMost` pictures that were kept before `before` and that nothing shows; tells how many. Each is
 * locked before its use is looked for: whoever saves its address meanwhile has either saved it, or is refused.
 */
export async function dropUnusedPictures(
  db: Database,
  before: Date,
  atMost = 100,
): Promise<number> {
  return transaction(db, async (tx) => {
    const old = await tx
      .select({ id: media.id })
      .from(media)
      .where(and(lt(media.createdAt, before), nothingShows(tx)))
      .orderBy(asc(media.id))
      .limit(atMost)
      .for('update', { skipLocked: true });
    return old.length > 0 ? dropUnused(tx, ...old.map(({ id }) => id)) : 0;
  });
}

/**
 * Puts `picture`, or none, in the place of the one at `oldUrl`, which goes unless something else shows it.
 * `point` saves the new address.
 * @throws Refusal `invalid` naming `field` for an address at which the owner has added nothing
 */
export async function replacePicture<T>(
  tx: Transaction,
  ownerId: string,
  { oldUrl, picture }: { oldUrl: string | null; picture: Picture | AddedPicture | null },
  point: (url: string | null) => Promise<T>,
  now: Date,
): Promise<T> {
  const oldId = pictureAt(oldUrl);
  await lockPictures(tx, [oldId, picture?.id]);
  const pointed = await point(picture && (await addressOf(tx, ownerId, picture, now)));
  if (oldId) await dropUnused(tx, oldId);
  return pointed;
}

const addressOf = (
  tx: Transaction,
  ownerId: string,
  picture: Picture | AddedPicture,
  now: Date,
): Promise<string> =>
  'field' in picture ? addedBy(tx, ownerId, picture) : keepPicture(tx, ownerId, picture, now);

/** Only by who has added it: what others show goes when they take it away. */
async function addedBy(
  tx: Transaction,
  ownerId: string,
  { id, field }: AddedPicture,
): Promise<string> {
  const [added] = await tx
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.id, id), eq(media.ownerId, ownerId)));
  if (!added) throw invalid({ [field]: pictureGone });
  return pictureUrl(id);
}

/** Takes away the pictures of what has just been deleted, but for those that something else shows. */
export async function dropPictures(tx: Transaction, urls: (string | null)[]): Promise<void> {
  const ids = [...new Set(urls.map(pictureAt))].filter((id) => id !== undefined);
  await lockPictures(tx, ids);
  if (ids.length > 0) await dropUnused(tx, ...ids);
}

/** Takes away what somebody added and nothing shows. */
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

/** In the order of their ids, so that two members who swap pictures never wait for each other. */
async function lockPictures(tx: Transaction, ids: (string | undefined)[]): Promise<void> {
  const known = ids.filter((id) => id !== undefined);
  if (known.length === 0) return;
  await tx
    .select({ id: media.id })
    .from(media)
    .where(inArray(media.id, known))
    .orderBy(asc(media.id))
    .for('update');
}

/** A picture that is there already is written again: that holds it against whoever is about to drop it. */
async function keepPicture(
  tx: Transaction,
  ownerId: string,
  { id, widths, ...picture }: Picture,
  now: Date,
): Promise<string> {
  await tx
    .insert(media)
    .values({ id, contentType: 'image/webp', ...picture, ownerId, createdAt: now })
    .onConflictDoUpdate({ target: media.id, set: { ownerId, createdAt: now } });
  if (widths.length > 0) {
    const rows = widths.map((each) => ({ mediaId: id, ...each }));
    await tx.insert(mediaWidths).values(rows).onConflictDoNothing();
  }
  return pictureUrl(id);
}

/** The rows must be locked: only a statement begun after that sees all who came to use them. */
async function dropUnused(tx: Transaction, ...ids: string[]): Promise<number> {
  const { rowCount } = await tx.delete(media).where(and(inArray(media.id, ids), nothingShows(tx)));
  return rowCount ?? 0;
}

/** Whether neither a member, nor a group, nor an event shows the picture of the row, nor what may be put back. */
function nothingShows(tx: Transaction) {
  const one = { one: sql`1` };
  const url = sql`'/media/' || ${media.id} || '.webp'`;
  return and(
    notExists(tx.select(one).from(users).where(eq(users.profileImageUrl, url))),
    notExists(tx.select(one).from(groups).where(eq(groups.imageUrl, url))),
    notExists(tx.select(one).from(events).where(eq(events.imageUrl, url))),
    notExists(tx.select(one).from(removedRows).where(eq(removedRows.imageUrl, url))),
  );
}
