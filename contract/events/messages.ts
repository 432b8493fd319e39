import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { publicProfile } from '#contract/base/accounts.ts';
import { FilterId, Id, Instant, line, paging, paragraphs } from '#contract/platform/values.ts';

/**
 * The audience: for a group its members; for an event its attendees, its waiting list, both, or who
 * came.
 */
export const eventAudiences = ['going', 'waiting', 'all', 'came'] as const;
export const audiences = ['members', ...eventAudiences] as const;
export type Audience = (typeof audiences)[number];

/**
 * - `waiting`: goes out after its grace period; until then it can be undone
 * - `held`: repeats messages to several groups, and awaits an admin's review
 * - `sent`: its recipients are fixed, and it goes out
 * - `undone`: goes to nobody
 */
export const messageStates = ['waiting', 'held', 'sent', 'undone'] as const;
export const MessageState = z.enum(messageStates);
export type MessageState = z.infer<typeof MessageState>;

/** A message to organisers, or from an organiser to others. */
export const MessageForm = z.object({
  subject: line({
    min: 1,
    max: 120,
    tooShort: 'Please enter a subject',
    tooLong: 'A subject can have at most 120 characters',
  }),
  text: paragraphs({
    min: 1,
    max: 5_000,
    tooShort: 'Please write a message',
    tooLong: 'A message can have at most 5,000 characters',
  }),
});

export const GuestMessage = MessageForm.extend({
  /** Shows the organisers the guest's address, so that they can answer. */
  showAddress: z.boolean().default(false),
});

const messageFields = {
  ...MessageForm.shape,
  /** Only members who chose 'Fundraising' get it. */
  asksForDonations: z.boolean().default(false),
  /** It goes only to the sender, at once, five times an hour at most. */
  test: z.boolean().default(false),
};

export const AcceptedMessage = z.strictObject({
  /** Null for a test, which is not stored. */
  id: z
    .int()
    .nullable()
    .meta({ examples: [18] }),
  /** The current number of recipients; the final one is determined when it goes out. */
  recipients: z.int(),
  sendsAt: Instant,
  /** Set if it waits for an admin's review. */
  held: z.literal(true).optional(),
});
export type AcceptedMessage = z.infer<typeof AcceptedMessage>;

const params = z.object({ id: Id });

const sendingCall = {
  answers: [202],
  once: true,
  keepsPublicCache: true,
  access: 'signed_in',
  rate: 'write',
  rateIf: { field: 'test', rate: 'message_test' },
  params,
  response: AcceptedMessage,
} as const;

export const messageGroup = endpoint('POST /api/groups/:id/messages', {
  summary: 'Write to the members of a group',

  ...sendingCall,
  body: z.object({ audience: z.literal('members'), ...messageFields }),
});

/** Or to the people on its waiting list. */
export const messageEvent = endpoint('POST /api/events/:id/messages', {
  summary: 'Write to the people attending an event',

  ...sendingCall,
  body: z.object({ audience: z.enum(eventAudiences), ...messageFields }),
});

/**
 * The number of recipients that a message would have now, for each audience of the group or of one
 * of its events.
 */
export const listAudiences = endpoint('GET /api/groups/:id/audiences', {
  summary: 'Count the recipients of a message',
  refuses: ['forbidden'],

  access: 'signed_in',
  params,
  query: z.object({ eventId: FilterId }),
  response: z.array(
    z.strictObject({
      audience: z.enum(audiences),
      recipients: z.int(),
      /** How many of them have chosen 'Fundraising'. */
      fundraising: z.int(),
    }),
  ),
});

export const undoMessage = endpoint('DELETE /api/messages/:id', {
  summary: 'Cancel a message before it is sent',

  keepsPublicCache: true,
  access: 'signed_in',
  rate: 'write',
  params,
});

/** The event whose people get a message. */
export const MessagedEvent = z.strictObject({
  id: z.int(),
  title: z.string(),
  /** Whether it was over when the message was written. */
  ended: z.boolean(),
});

export const Message = z.strictObject({
  id: z.int().meta({ examples: [18] }),
  subject: z.string(),
  text: z.string(),
  audience: z.enum(audiences),
  /** The event whose attendees get it; null for a message to the group's members. */
  event: MessagedEvent.nullable(),
  asksForDonations: z.boolean(),
  /** Null once the account is deleted. */
  sentBy: z.strictObject({ id: z.string(), ...publicProfile }).nullable(),
  createdAt: Instant,
  sendsAt: Instant,
  state: MessageState,
  /** The number of recipients; before it goes out, the number when it was written. */
  recipients: z.int(),
  /** The number of emails sent; without a mail server, the number stored. */
  delivered: z.int(),
  /** The number of emails that failed for good. */
  failed: z.int(),
  can: z.strictObject({ undo: z.boolean() }),
});
export type Message = z.infer<typeof Message>;

export const listMessages = endpoint('GET /api/groups/:id/messages', {
  summary: "List a group's sent messages",
  refuses: ['forbidden'],

  access: 'signed_in',
  params,
  query: z.object(paging),
  response: z.array(Message),
});
