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
    /** As it was when it was first reported. */
    title: z.string(),
  }),
  /** The page it stands on. */
  path: z.string(),
  /** By which its decision is read and appealed. */
  reference: z.string(),
  reason: z.string(),
  decidedAt: Instant,
  can: z.strictObject({ appeal: z.boolean() }),
});
export type HiddenItem = z.infer<typeof HiddenItem>;

/** The last decided first; a hundred at most. */
export const listHidden = endpoint('GET /api/user/hidden', {
  summary: 'List your content that admins have hidden',

  access: 'signed_in',
  response: z.array(HiddenItem),
});
