import { and, eq, sql } from 'drizzle-orm';
import { pictureWidths } from '#contract/platform/limits.ts';
import type { Config } from '#platform/config.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import type { Viewer } from '#platform/viewer.ts';
import { pictureQuotas } from '#features/base/quotas/policy.ts';
import { countsOf } from '#features/base/quotas/queries.ts';
import { media, mediaUploads, mediaWidths } from './tables.ts';

const address = /^\/media\/([0-9a-f]{64})\.webp$/;

/** Where a picture is served. */
export const pictureUrl = (id: string) => `/media/${id}.webp`;

/** The picture an address of ours names; undefined for any other. */
export const pictureAt = (url: string | null | undefined) => address.exec(url ?? '')?.[1];

const file = /^([0-9a-f]{64})(?:-([1-9]\d{1,3}))?\.webp$/;
const widths: ReadonlySet<number> = new Set(Object.values(pictureWidths).flat());

/** The picture and the width that the name of a file asks for; undefined for a width there is none of. */
export function pictureIn(name: string): { id: string; width: number | null } | undefined {
  const [, id, digits] = file.exec(name) ?? [];
  if (!id) return undefined;
  const width = digits ? Number(digits) : null;
  return width === null || widths.has(width) ? { id, width } : undefined;
}

/** A picture in a width; one that is no wider, or has no such copy, comes as it is. */
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

/** Counts the viewer's pictures and their bytes, but for one that goes as another takes its place. */
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
