import type { PictureColumn } from '#features/base/media/steps.ts';
import { removedRows } from '../tables.ts';

/** The pictures of purged content that can still be restored. */
export const removedPictures: PictureColumn = { table: removedRows, url: removedRows.imageUrl };
