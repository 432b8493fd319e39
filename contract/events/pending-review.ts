import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { audiences, MessagedEvent } from './messages.ts';
import { Id, Instant, paging } from '#contract/platform/values.ts';

const ofEveryKind = {
  createdAt: Instant,
  /** For admins: the author can be banned and their content removed. */
  can: z.strictObject({ cleanUp: z.boolean() }),
};
const author = { userId: z.string(), userName: z.string(), userEmail: z.string() };
const message = {
  subject: z.string(),
  text: z.string(),
  groupId: z.int(),
  groupName: z.string(),
};
/** How often the same text was posted lately. */
const copies = z.int();

/** A comment that awaits review. */
export const PendingComment = z.strictObject({
  id: z.int().meta({ examples: [41] }),
  content: z.string(),
  ...author,
  eventId: z.int(),
  eventTitle: z.string(),
  copies,
  ...ofEveryKind,
});
export type PendingComment = z.infer<typeof PendingComment>;

/** A message to a group's members, or to the people of an event, that awaits review. */
export const PendingMessage = z.strictObject({
  id: z.int().meta({ examples: [18] }),
  ...message,
  audience: z.enum(audiences),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  userEmail: z.string().nullable(),
  event: MessagedEvent.nullable(),
  /** The number of recipients it would have. */
  recipients: z.int(),
  copies,
  ...ofEveryKind,
});

/** A message to a group's organisers that awaits review. */
export const PendingContact = z.strictObject({
  id: z.int().meta({ examples: [9] }),
  ...message,
  ...author,
  ...ofEveryKind,
});

const list = { access: 'admin', query: z.object(paging) } as const;
const decision = {
  access: 'admin',
  rate: 'moderation',
  params: z.object({ id: Id }),
} as const;

/** Oldest first. */
export const pendingComments = endpoint('GET /api/admin/held-comments', {
  summary: 'List comments awaiting review',
  ...list,
  response: z.array(PendingComment),
});

/** Posts it where it was written. */
export const releaseComment = endpoint('POST /api/admin/held-comments/:id/release', {
  summary: 'Release a comment from review',
  ...decision,
});

export const deletePendingComment = endpoint('DELETE /api/admin/held-comments/:id', {
  summary: 'Remove a comment from review',
  ...decision,
});

/** Oldest first. */
export const pendingMessages = endpoint('GET /api/admin/held-messages', {
  summary: 'List messages awaiting review',
  ...list,
  response: z.array(PendingMessage),
});

/** Sends it after its grace period. */
export const releaseMessage = endpoint('POST /api/admin/held-messages/:id/release', {
  summary: 'Release a message from review',
  ...decision,
});

export const deletePendingMessage = endpoint('DELETE /api/admin/held-messages/:id', {
  summary: 'Remove a message from review',
  ...decision,
});

/** Oldest first. */
export const pendingContacts = endpoint('GET /api/admin/held-contacts', {
  summary: 'List messages to organisers awaiting review',
  ...list,
  response: z.array(PendingContact),
});

/** Sends it to the group's current organisers. */
export const releaseContact = endpoint('POST /api/admin/held-contacts/:id/release', {
  summary: 'Release a message to organisers from review',
  ...decision,
});

export const deletePendingContact = endpoint('DELETE /api/admin/held-contacts/:id', {
  summary: 'Remove a message to organisers from review',
  ...decision,
});
