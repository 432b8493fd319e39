import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { QuotaNotice } from '#contract/platform/quotas.ts';

/**
 * Each is present once the quota is nearly used up; `pictures` is about their number or their size,
 * whichever is closer to its limit.
 */
export const QuotaNotices = z.strictObject({
  unapprovedGroups: QuotaNotice.optional(),
  pictures: QuotaNotice.optional(),
});
export type QuotaNotices = z.infer<typeof QuotaNotices>;

export const getQuotas = endpoint('GET /api/user/quotas', {
  summary: 'List quotas that are nearly used up',
  access: 'signed_in',
  response: QuotaNotices,
});
