import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';

export const getNumbers = endpoint('GET /api/numbers', {
  summary: 'Count groups, upcoming events and towns',

  shared: true,
  access: 'anyone',
  response: z.strictObject({
    groups: z.int().meta({ examples: [48] }),
    upcomingEvents: z.int(),
    towns: z.int(),
  }),
});

/** Counting stops here, so no page counts a crowd; screens show more as '99+'. */
export const countedUpTo = 100;

/** The counts of items awaiting the caller's decision, each at most `countedUpTo`. */
export const PendingCounts = z.strictObject({
  /**
   * Requests to join the groups that the caller organises, by group; groups without any are
   * omitted.
   */
  requests: z.array(z.strictObject({ groupId: z.int(), name: z.string(), count: z.int() })),
  /** Suggestions of the calendars that these groups follow; absent if there are none. */
  suggestions: z
    .array(z.strictObject({ groupId: z.int(), name: z.string(), importId: z.int() }))
    .optional(),
  /**
   * Groups and edits awaiting approval, comments and messages awaiting review, open complaints and
   * pending reports; for admins.
   */
  admin: z
    .strictObject({
      groups: z.int(),
      comments: z.int(),
      messages: z.int(),
      complaints: z.int(),
      reports: z.int(),
    })
    .optional(),
});
export type PendingCounts = z.infer<typeof PendingCounts>;

export const getWaiting = endpoint('GET /api/user/waiting', {
  summary: 'Count items awaiting your decision',

  mayLag: true,
  access: 'signed_in',
  response: PendingCounts,
});
