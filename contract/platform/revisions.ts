import { z } from 'zod';

/** Counts the changes of editable content; answers contain it for those who may edit. */
export const Revision = z.int();

/**
 * The revision that an edit was based on. Without one, the edit overwrites the changes of others.
 */
export const basedOn = {
  revision: z
    .int('Please send the revision that your change is based on')
    .min(0, 'Please send the revision that your change is based on')
    .optional(),
};
