import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { MessageForm } from './messages.ts';
import { Id, Instant, paging } from '#contract/platform/values.ts';

const params = z.object({ id: Id });

/** Emails a group's organisers, who reply to the caller's address. */
export const contactOrganisers = endpoint('POST /api/groups/:id/contact', {
  summary: "Write to a group's organisers",
  words: {
    done: ({ held }: { held?: true }) =>
      held
        ? {
            title: 'Waiting for review',
            description: 'An admin will look at it first, then it goes to the organisers.',
          }
        : { title: 'Message sent', description: 'The organisers will reply by email.' },
    failed: 'Nothing was sent',
  },
  answers: [202],

  once: true,
  keepsPublicCache: true,
  access: 'signed_in',
  rate: 'write',
  params,
  body: MessageForm,
  response: z.strictObject({
    /** The number of organisers who get it. */
    recipients: z.int(),
    /** Set if it waits for an admin's review. */
    held: z.literal(true).optional(),
  }),
});

/** A message to a group's organisers that awaits an admin's review. */
export const PendingContact = z.strictObject({
  id: z.int().meta({ examples: [9] }),
  subject: z.string(),
  text: z.string(),
  userId: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  groupId: z.int(),
  groupName: z.string(),
  createdAt: Instant,
  /** For admins: the author can be banned and their content removed. */
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

/** Sends it to the group's current organisers. */
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
