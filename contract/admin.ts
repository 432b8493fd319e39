import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Group } from './groups.ts';
import { Id, paragraphs } from './values.ts';

/** Approves or rejects a group; the owner is told either way, with the reason where one is given. */
export const reviewGroup = endpoint('PATCH /api/admin/groups/:id/status', {
  access: 'admin',
  params: z.object({ id: Id }),
  body: z.object({
    status: z.enum(['approved', 'rejected'], 'status must be approved or rejected'),
    reason: paragraphs({ max: 1_000 }).nullish(),
  }),
  response: Group,
});

/** How much there is on the site, and what waits for an admin. */
export const adminSummary = endpoint('GET /api/admin/summary', {
  access: 'admin',
  response: z.strictObject({
    users: z.int(),
    activeUsers: z.int(),
    groups: z.int(),
    waitingGroups: z.int(),
    events: z.int(),
    upcomingEvents: z.int(),
    comments: z.int(),
    /** Those of the last seven days. */
    newComments: z.int(),
  }),
});
