import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { audiences } from './messages.ts';
import { Id, Instant, paging } from '#contract/platform/values.ts';

/** A comment that repeats others' comments and awaits an admin's review. */
export const PendingComment = z.strictObject({
  id: z.int().meta({ examples: [41] }),
  content: z.string(),
  userId: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  eventId: z.int(),
  eventTitle: z.string(),
  createdAt: Instant,
  /** How often the same text was posted lately. */
  copies: z.int(),
  /** For admins: the author can be banned and their content removed. */
  can: z.strictObject({ cleanUp: z.boolean() }),
});
export type PendingComment = z.infer<typeof PendingComment>;

/** A message that repeats messages to several groups and awaits an admin's review. */
export const PendingMessage = z.strictObject({
  id: z.int().meta({ examples: [18] }),
  subject: z.string(),
  text: z.string(),
  audience: z.enum(audiences),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  userEmail: z.string().nullable(),
  groupId: z.int(),
  groupName: z.string(),
  event: z.strictObject({ id: z.int(), title: z.string() }).nullable(),
  createdAt: Instant,
  /** The number of recipients it would have. */
  recipients: z.int(),
  copies: z.int(),
  can: z.strictObject({ cleanUp: z.boolean() }),
});
export type PendingMessage = z.infer<typeof PendingMessage>;

/** Oldest first. */
export const heldComments = endpoint('GET /api/admin/held-comments', {
  summary: 'List comments awaiting review',

  access: 'admin',
  query: z.object(paging),
  response: z.array(PendingComment),
});

const params = z.object({ id: Id });

/** Posts it where it was written. */
export const releaseComment = endpoint('POST /api/admin/held-comments/:id/release', {
  summary: 'Release a comment from review',

  access: 'admin',
  rate: 'moderation',
  params,
});

export const removeHeldComment = endpoint('DELETE /api/admin/held-comments/:id', {
  summary: 'Remove a comment from review',

  access: 'admin',
  rate: 'moderation',
  params,
});

/** The messages of the same queue, longest waiting first. */
export const heldMessages = endpoint('GET /api/admin/held-messages', {
  summary: 'List messages awaiting review',

  access: 'admin',
  query: z.object(paging),
  response: z.array(PendingMessage),
});

/** Sends it after its grace period. */
export const releaseMessage = endpoint('POST /api/admin/held-messages/:id/release', {
  summary: 'Release a message from review',

  access: 'admin',
  rate: 'moderation',
  params,
});

export const removeHeldMessage = endpoint('DELETE /api/admin/held-messages/:id', {
  summary: 'Remove a message from review',

  access: 'admin',
  rate: 'moderation',
  params,
});
