import { and, eq, sql } from 'drizzle-orm';
import { cleanText } from '#contract/platform/clean-text.ts';
import { pictureWidths } from '#contract/platform/limits.ts';
import type { Config } from '#platform/config.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import type { Viewer } from '#platform/viewer.ts';
import { pictureQuotas } from '#features/base/quotas/policy.ts';
import { countsOf } from '#features/base/quotas/queries.ts';
import { media, mediaUploads, mediaWidths } from './tables.ts';

const mediaAddress = /^\/media\/([0-9a-f]{64})\.webp$/;

/** Returns the address of a picture. */
export const pictureUrl = (id: string) => cleanText(`/media/${id}.webp`);

/** Returns the picture of one of our addresses; undefined for any other address. */
export const pictureAt = (url: string | null | undefined) => mediaAddress.exec(url ?? '')?.[1];

const mediaFile = /^([0-9a-f]{64})(?:-([1-9]\d{1,3}))?\.webp$/;
const servedWidths: ReadonlySet<number> = new Set(Object.values(pictureWidths).flat());

/** Parses the picture and the width from a file name; undefined for an unknown width. */
export function pictureIn(name: string): { id: string; width: number | null } | undefined {
  const [, id, digits] = mediaFile.exec(name) ?? [];
  if (!id) return undefined;
  const width = digits ? Number(digits) : null;
  return width === null || servedWidths.has(width) ? { id, width } : undefined;
}

/** Returns a picture in a width; the original if it is no wider or has no such copy. */
export async function findPicture(db: Database, id: string, width: number | null) {
  const byId = statement(db, 'media_by_id', (sqlDb) =>
    sqlDb
      .select({
        contentType: media.contentType,
        bytes: sql<Buffer>`coalesce(${mediaWidths.bytes}, ${media.bytes})`,
      })
      .from(media)
      .leftJoin(
        mediaWidths,
        and(eq(mediaWidths.mediaId, media.id), eq(mediaWidths.width, sql.placeholder('width'))),
      )
      .where(eq(media.id, sql.placeholder('id'))),
  );
  const [picture] = await byId.execute({ id, width });
  return picture;
}

/** Counts the viewer's pictures and their bytes, without the one that is being replaced. */
export async function measuredPictures(
  db: Reader,
  viewer: Viewer,
  replaced: string | undefined,
  config: Config,
  now: Date,
) {
  const own = sql`(select distinct media_id as id from ${mediaUploads}
    where owner_id = ${viewer.id} and media_id <> ${replaced ?? ''}) own`;
  const counts = {
    pictures: sql`select count(*) from ${own}`,
    bytes: sql`
      (select sum(octet_length(${media.bytes})) from ${own} join ${media} on ${media.id} = own.id) +
      (select coalesce(sum(octet_length(${mediaWidths.bytes})), 0)
        from ${own} join ${mediaWidths} on ${mediaWidths.mediaId} = own.id)`,
  };
  const { isNew, used } = await countsOf(db, viewer, counts, now);
  return pictureQuotas(config.quotas, isNew, used);
}
