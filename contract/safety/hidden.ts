import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { SubjectType } from './reports.ts';
import { Instant } from '#contract/platform/values.ts';

/**
 * The caller's content that admins have hidden, and the reason. The caller still sees it, and can
 * appeal once.
 */
export const HiddenItem = z.strictObject({
  subject: z.strictObject({
    type: SubjectType.exclude(['user']),
    id: z.int(),
    /** Its title or text when it was first reported. */
    title: z.string(),
  }),
  /** The page that shows it. */
  path: z.string(),
  /** The reference for reading its decision and appealing. */
  reference: z.string(),
  reason: z.string(),
  decidedAt: Instant,
  can: z.strictObject({ appeal: z.boolean() }),
});
export type HiddenItem = z.infer<typeof HiddenItem>;

/** Last decided first; a hundred at most. */
export const listHidden = endpoint('GET /api/user/hidden', {
  summary: 'List your content that admins have hidden',

  access: 'signed_in',
  response: z.array(HiddenItem),
});
