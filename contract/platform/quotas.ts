import { z } from 'zod';
import { quotas } from './limits.ts';

export type QuotaName = keyof typeof quotas;

/** The limits of every quota, by name and by who they apply to. */
export type Quotas = { [Name in QuotaName]: Record<keyof (typeof quotas)[Name], number> };

export const quotaNames = Object.keys(quotas) as [QuotaName, ...QuotaName[]];

/** A quota by its name, with its limit and its use: in bytes for `pictureBytes` and
 * `previewBytes`, else a count. */
export const QuotaUse = z.strictObject({
  name: z.enum(quotaNames),
  limit: z.int(),
  used: z.int(),
});
export type QuotaUse = z.infer<typeof QuotaUse>;

/** A quota that is nearly used up, with a sentence that says how much is left. */
export const QuotaNotice = z.strictObject({ ...QuotaUse.shape, message: z.string() });
export type QuotaNotice = z.infer<typeof QuotaNotice>;
