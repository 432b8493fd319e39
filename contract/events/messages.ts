import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { publicProfile } from '#contract/base/accounts.ts';
import { FilterId, Id, Instant, line, paging, paragraphs } from '#contract/platform/values.ts';

/** Whom a message is to: of a group its members, of an event those who go, those who wait for a place, or both. */
export const eventAudiences = ['going', 'waiting', 'all'] as const;
export const audiences = ['members', ...eventAudiences] as const;
export type Audience = (typeof audiences)[number];

/**
 * - `waiting`: goes once its grace is over; until then it can be undone
 * - `held`: says what was sent to several groups before, until an admin has looked at it
 * - `sent`: whom it is to is settled, and it goes out
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

const sending = {
  ...MessageForm.shape,
  /** Only members who chose 'Fundraising' get it. */
  asksForDonations: z.boolean().default(false),
  /** It goes to the sender alone, at once, five times an hour. */
  test: z.boolean().default(false),
};

export const Accepted = z.strictObject({
  /** Null for a test, of which nothing is kept. */
  id: z.int().nullable(),
  /** How many there are now; who gets it is settled as it goes. */
  recipients: z.int(),
  sendsAt: Instant,
  /** Set where it waits for an admin to look at it. */
  held: z.literal(true).optional(),
});
export type Accepted = z.infer<typeof Accepted>;

const params = z.object({ id: Id });

export const messageGroup = endpoint('POST /api/groups/:id/messages', {
  summary: 'Write to the members of a group',
  answers: [202],

  once: true,
  keepsPublicCache: true,
  access: 'signed_in',
  rate: 'write',
  rateIf: { field: 'test', rate: 'message_test' },
  params,
  body: z.object({ audience: z.literal('members'), ...sending }),
  response: Accepted,
});

/** Or to the people on its waiting list. */
export const messageEvent = endpoint('POST /api/events/:id/messages', {
  summary: 'Write to the people attending an event',
  answers: [202],

  once: true,
  keepsPublicCache: true,
  access: 'signed_in',
  rate: 'write',
  rateIf: { field: 'test', rate: 'message_test' },
  params,
  body: z.object({ audience: z.enum(eventAudiences), ...sending }),
  response: Accepted,
});

/** How many a message would go to now, for each audience there is: of the group, or of one of its events. */
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

/** Cancels a message that has not gone out yet. */
export const undoMessage = endpoint('DELETE /api/messages/:id', {
  summary: 'Cancel a message before it is sent',

  keepsPublicCache: true,
  access: 'signed_in',
  rate: 'write',
  params,
});

export const Message = z.strictObject({
  id: z.int(),
  subject: z.string(),
  text: z.string(),
  audience: z.enum(audiences),
  /** The event whose people it is to; null for one to the group's members. */
  event: z.strictObject({ id: z.int(), title: z.string() }).nullable(),
  asksForDonations: z.boolean(),
  /** Null once the account is gone. */
  sentBy: z.strictObject({ id: z.string(), ...publicProfile }).nullable(),
  createdAt: Instant,
  sendsAt: Instant,
  state: MessageState,
  /** To how many it went; before it goes, how many there were as it was written. */
  recipients: z.int(),
  /** The number of emails sent; without a mail server, the number stored. */
  delivered: z.int(),
  /** How many were given up. */
  failed: z.int(),
  can: z.strictObject({ undo: z.boolean() }),
});
export type Message = z.infer<typeof Message>;

/** The messages to the group's members and to its events' attendees, newest first. */
export const listMessages = endpoint('GET /api/groups/:id/messages', {
  summary: "List a group's sent messages",
  refuses: ['forbidden'],

  access: 'signed_in',
  params,
  query: z.object(paging),
  response: z.array(Message),
});
