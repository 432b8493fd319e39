import { and, eq, sql } from 'drizzle-orm';
import { pictureWidths } from '../../../contract/limits.ts';
import type { Database } from '../../platform/db/database.ts';
import { statement } from '../../platform/db/fast/statements.ts';
import { media, mediaWidths } from './tables.ts';

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
