import { eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { statement } from '../db/statements.ts';
import { media } from './tables.ts';

const address = /^\/media\/([0-9a-f]{64})\.webp$/;

/** Where a picture is served. */
export const pictureUrl = (id: string) => `/media/${id}.webp`;

/** The picture an address of ours names; undefined for any other. */
export const pictureAt = (url: string | null | undefined) => address.exec(url ?? '')?.[1];

export async function findPicture(db: Database, id: string) {
  const byId = statement(db, 'media_by_id', (sqlDb) =>
    sqlDb
      .select({ contentType: media.contentType, bytes: media.bytes })
      .from(media)
      .where(eq(media.id, sql.placeholder('id'))),
  );
  const [picture] = await byId.execute({ id });
  return picture;
}
