import { z } from 'zod';
import { endpoint, type SiteFacts } from '#contract/platform/endpoint.ts';
import { MessageForm } from './messages.ts';
import { Id } from '#contract/platform/values.ts';

const messageSent = (mailLeaves: boolean) =>
  mailLeaves
    ? { title: 'Message sent', description: 'The organisers will reply by email.' }
    : {
        title: 'Message kept',
        description: 'It goes to the organisers once this site can send email.',
      };

/** Emails a group's organisers, who reply to the caller's address. */
export const contactOrganisers = endpoint('POST /api/groups/:id/contact', {
  summary: "Write to a group's organisers",
  words: {
    done: ({ held }: { held?: true }, { mailLeaves }: SiteFacts) =>
      held
        ? {
            title: 'Waiting for review',
            description: 'An admin will look at it first, then it goes to the organisers.',
          }
        : messageSent(mailLeaves),
    failed: 'Nothing was sent',
  },
  answers: [202],

  once: true,
  keepsPublicCache: true,
  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id }),
  body: MessageForm,
  response: z.strictObject({
    /** The number of organisers who get it. */
    recipients: z.int(),
    /** Set if it waits for an admin's review. */
    held: z.literal(true).optional(),
  }),
});
