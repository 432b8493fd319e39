import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';

/** How much is going on: approved groups, their events still to come, and the towns those take place in. */
export const getSiteStats = endpoint('GET /api/numbers', {
  summary: 'Counts approved groups, their events to come, and their towns',

  shared: true,
  access: 'anyone',
  response: z.strictObject({ groups: z.int(), upcomingEvents: z.int(), towns: z.int() }),
});

/** Counts go no further than this: what is past it is told as '99+', and a crowd is not counted for each page. */
export const countedUpTo = 100;

/** What waits for the caller to decide it. Each count is at most `countedUpTo`. */
export const PendingCounts = z.strictObject({
  /** Requests to join the groups the caller organises, by group; those without any are left out. */
  requests: z.array(z.strictObject({ groupId: z.int(), name: z.string(), count: z.int() })),
  /** Groups that await approval, comments and messages that are held, complaints that are open, reports to decide; present for admins. */
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

export const getPendingCounts = endpoint('GET /api/user/waiting', {
  summary: 'Counts what waits for the caller to decide it',

  mayLag: true,
  access: 'signed_in',
  response: PendingCounts,
});
