import { eq, isNotNull, sql } from 'drizzle-orm';
import type { PictureColumn } from '#features/base/media/steps.ts';
import { groups } from '../tables.ts';

/** Returns the covers of the group and of its waiting edit. */
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
