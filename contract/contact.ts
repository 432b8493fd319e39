import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { MessageForm } from './messages.ts';
import { Id } from './values.ts';

/** Writes to a group's organisers, who see the caller's address as the one to answer to. */
export const contactOrganisers = endpoint('POST /api/groups/:id/contact', {
  summary: "Writes to a group's organisers",
  answers: [202],

  once: true,
  unshown: true,
  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id }),
  body: MessageForm,
  /** How many organisers it goes to. */
  response: z.strictObject({ recipients: z.int() }),
});
