import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { MessageForm } from './messages.ts';
import { Id, Instant, paging } from '#contract/platform/values.ts';

const params = z.object({ id: Id });

/** Writes to a group's organisers, who see the caller's address as the one to answer to. */
export const contactOrganisers = endpoint('POST /api/groups/:id/contact', {
  summary: "Writes to a group's organisers",
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

/** What somebody wrote to the organisers of a group, until an admin has looked at it. */
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

/** Those that have waited the longest first. */
export const listPendingContacts = endpoint('GET /api/admin/held-contacts', {
  summary: 'Lists messages to organisers that are held until an admin has looked at them',

  access: 'admin',
  query: z.object(paging),
  response: z.array(PendingContact),
});

/** Sends it to those who organise the group by then. */
export const releaseContact = endpoint('POST /api/admin/held-contacts/:id/release', {
  summary: 'Releases a message to organisers that is held',

  access: 'admin',
  rate: 'moderation',
  params,
});

export const rejectPendingContact = endpoint('DELETE /api/admin/held-contacts/:id', {
  summary: 'Removes a message to organisers that is held',

  access: 'admin',
  rate: 'moderation',
  params,
});
