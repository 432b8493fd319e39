import { z } from 'zod';
import { firstName } from '#contract/base/accounts.ts';
import { Email } from '#contract/platform/email-address.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { Id } from '#contract/platform/values.ts';
import { sentQuestion } from './form-words.ts';
import { GuestLink, oneMoreStep } from './guest-rsvps.ts';
import { GuestMessage } from './messages.ts';

/** Every address gets this sentence, whatever the site knows about it. */
export const checkQuestionEmail =
  'Check your email: press the button in it to send your question to the organisers.';

/** A question of somebody without an account to an event's organisers, such as about getting in. */
export const GuestQuestion = GuestMessage.extend({ firstName, email: Email });

/** The organisers get it once its sender presses the button of an email. */
export const askOrganisers = endpoint('POST /api/events/:id/questions', {
  summary: 'Ask the organisers without an account',
  words: oneMoreStep,
  answers: [202],
  keepsPublicCache: true,
  access: 'anyone',
  rate: 'guest_rsvp',
  params: z.object({ id: Id }),
  body: GuestQuestion,
  response: z.strictObject({ status: z.literal('check_email'), message: z.string() }),
});

const questionCall = {
  access: 'anyone',
  formWithoutReferrer: true,
  keepsPublicCache: true,
  body: GuestLink,
} as const;

export const Question = z.strictObject({
  /** True once the organisers have it. */
  sent: z.boolean(),
  subject: z.string(),
  /** Empty once it is sent. */
  text: z.string(),
  event: z.strictObject({ id: z.int(), title: z.string() }),
});
export type Question = z.infer<typeof Question>;

/** A POST, so the link's token is in no logged address. */
export const readQuestion = endpoint('POST /api/questions/read', {
  summary: 'Get a question by its link',
  ...questionCall,
  rate: 'write',
  refuses: ['not_found'],
  reads: true,
  response: Question,
});

/** A second call sends nothing again. */
export const sendQuestion = endpoint('POST /api/questions/send', {
  summary: 'Send a question by its link',
  words: { done: sentQuestion, failed: 'Nothing was sent' },
  ...questionCall,
  rate: 'write',
  refuses: ['not_found', 'forbidden', 'conflict'],
  response: Question,
});
