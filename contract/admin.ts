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
