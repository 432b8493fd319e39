import { z } from 'zod';

/** Counts the changes of editable content; answers contain it for those who may edit. */
export const Revision = z.int();

/** An edit names the revision it was based on. Without one it wins over whatever others have changed since. */
export const basedOn = {
  revision: z
    .int('Please send the revision that your change is based on')
    .min(0, 'Please send the revision that your change is based on')
    .optional(),
};
