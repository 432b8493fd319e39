import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm';
import { profileRefusal } from '../accounts/policy.ts';
import { users } from '../accounts/tables.ts';
import type { Database, Reader, Transaction } from '../db/database.ts';
import { events } from '../events/tables.ts';
import { groups } from '../groups/tables.ts';
import { demand } from '../http/refusal.ts';
import type { Viewer } from '../http/route.ts';
import { pictureFrom, type Picture } from './images.ts';
import { pictureAt, pictureUrl } from './queries.ts';
import { media } from './tables.ts';

interface Keeping {
  ownerId: string;
  now: Date;
}

/**
 * Keeps a picture for a group or an event and tells its address.
 * @throws Refusal `profile_incomplete`, `invalid`, `unavailable`
 */
export async function addCover(
  db: Database,
  viewer: Viewer,
  image: string,
  now: Date,
): Promise<string> {
  demand(profileRefusal(viewer, 'add a picture'));
  const picture = await pictureFrom(image, 'image', 'cover');
  return keepPicture(db, picture, { ownerId: viewer.id, now });
}

/**
 * Puts `picture`, or none, in the place of the one at `oldUrl`, which goes unless something else shows it.
 * `point` saves the new address.
 */
export async function replacePicture<T>(
  tx: Transaction,
  change: Keeping & { oldUrl: string | null; picture: Picture | null },
  point: (url: string | null) => Promise<T>,
): Promise<T> {
  const oldId = pictureAt(change.oldUrl);
  await lockPictures(tx, [oldId, change.picture?.id]);
  const pointed = await point(change.picture && (await keepPicture(tx, change.picture, change)));
  if (oldId) await dropUnused(tx, oldId);
  return pointed;
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
  db: Reader,
  { id, ...picture }: Picture,
  { ownerId, now }: Keeping,
): Promise<string> {
  await db
    .insert(media)
    .values({ id, contentType: 'image/webp', ...picture, ownerId, createdAt: now })
    .onConflictDoUpdate({ target: media.id, set: { createdAt: now } });
  return pictureUrl(id);
}

/** The row must be locked: only a statement begun after that sees all who came to use it. */
async function dropUnused(tx: Transaction, id: string): Promise<void> {
  const url = pictureUrl(id);
  const one = { one: sql`1` };
  await tx
    .delete(media)
    .where(
      and(
        eq(media.id, id),
        notExists(tx.select(one).from(users).where(eq(users.profileImageUrl, url))),
        notExists(tx.select(one).from(groups).where(eq(groups.imageUrl, url))),
        notExists(tx.select(one).from(events).where(eq(events.imageUrl, url))),
      ),
    );
}
