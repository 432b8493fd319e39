import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Instant, paging } from './values.ts';

/** A comment that says what others said before, until an admin has looked at it. */
export const HeldComment = z.strictObject({
  id: z.int(),
  content: z.string(),
  userId: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  eventId: z.int(),
  eventTitle: z.string(),
  createdAt: Instant,
  /** How often the same was posted lately. */
  copies: z.int(),
  /** To ban its author, and remove all that they wrote. */
  can: z.strictObject({ cleanUp: z.boolean() }),
});
export type HeldComment = z.infer<typeof HeldComment>;

/** Those that have waited the longest first. */
export const heldComments = endpoint('GET /api/admin/held-comments', {
  access: 'admin',
  query: z.object(paging),
  response: z.array(HeldComment),
});

const params = z.object({ id: Id });

/** Puts it where it was written. */
export const releaseComment = endpoint('POST /api/admin/held-comments/:id/release', {
  access: 'admin',
  rate: 'moderation',
  params,
});

export const removeHeldComment = endpoint('DELETE /api/admin/held-comments/:id', {
  access: 'admin',
  rate: 'moderation',
  params,
});
