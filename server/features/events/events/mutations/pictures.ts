import { eq } from 'drizzle-orm';
import type { PictureColumn } from '#features/base/media/steps.ts';
import { events } from '../tables.ts';

/** The cover of an event. */
export const eventPictures: PictureColumn = {
  table: events,
  url: events.imageUrl,
  groupId: events.groupId,
  clear: (tx, url) => tx.update(events).set({ imageUrl: null }).where(eq(events.imageUrl, url)),
};
