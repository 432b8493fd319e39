import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { MessageForm } from './messages.ts';
import { Id, Instant, paging } from '#contract/platform/values.ts';

const params = z.object({ id: Id });

/** Writes to a group's organisers, who see the caller's address as the one to answer to. */
export const contactOrganisers = endpoint('POST /api/groups/:id/contact', {
  summary: "Write to a group's organisers",
  answers: [202],

  once: true,
  keepsPublicCache: true,
  access: 'signed_in',
  rate: 'write',
  params,
  body: MessageForm,
  response: z.strictObject({
    /** How many organisers it goes to. */
    recipients: z.int(),
    /** Set where it waits for an admin to look at it. */
    held: z.literal(true).optional(),
  }),
});

/** A message to a group's organisers that awaits an admin's review. */
export const PendingContact = z.strictObject({
  id: z.int(),
  subject: z.string(),
  text: z.string(),
  userId: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  groupId: z.int(),
  groupName: z.string(),
  createdAt: Instant,
  /** To ban its author, and remove all that they wrote. */
  can: z.strictObject({ cleanUp: z.boolean() }),
});
export type PendingContact = z.infer<typeof PendingContact>;

/** Oldest first. */
export const heldContacts = endpoint('GET /api/admin/held-contacts', {
  summary: 'List messages to organisers awaiting review',

  access: 'admin',
  query: z.object(paging),
  response: z.array(PendingContact),
});

/** Sends it to those who organise the group by then. */
export const releaseContact = endpoint('POST /api/admin/held-contacts/:id/release', {
  summary: 'Release a message to organisers from review',

  access: 'admin',
  rate: 'moderation',
  params,
});

export const removeHeldContact = endpoint('DELETE /api/admin/held-contacts/:id', {
  summary: 'Remove a message to organisers from review',

  access: 'admin',
  rate: 'moderation',
  params,
});
