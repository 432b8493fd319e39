import { eq, isNotNull, sql } from 'drizzle-orm';
import type { PictureColumn } from '#features/base/media/steps.ts';
import { groups } from '../tables.ts';

/** The cover of a group, and that of its edit which waits for review. */
export const groupPictures: readonly PictureColumn[] = [
  {
    table: groups,
    url: groups.imageUrl,
    groupId: groups.id,
    clear: (tx, url) => tx.update(groups).set({ imageUrl: null }).where(eq(groups.imageUrl, url)),
  },
  {
    table: groups,
    url: sql`${groups.edit} ->> 'imageUrl'`,
    where: isNotNull(groups.edit),
    groupId: groups.id,
  },
];
