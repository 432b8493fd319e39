import type { PictureColumn } from '#features/base/media/steps.ts';
import { removedRows } from '../tables.ts';

/** The pictures of what has been removed and may be put back. */
export const removedPictures: PictureColumn = { table: removedRows, url: removedRows.imageUrl };
