import { z } from 'zod';
import { liftedSuppression, retriedAddress } from './form-words.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { blankOr, FilterText, Id, Named, paging } from '#contract/platform/values.ts';

/**
 * The emails that members can turn off. Changes, cancellations, waiting list updates and emails
 * about their account are always sent.
 */
export const mailTopics = [
  'confirmations',
  'reminders',
  'asking',
  'groupRequests',
  'fullEvents',
  'groupNews',
  'fundraising',
  'reviews',
] as const;
export const MailTopic = z.enum(mailTopics, `topic must be one of ${mailTopics.join(', ')}`);
export type MailTopic = z.infer<typeof MailTopic>;

/** The emails of each topic, as part of a sentence. */
export const topicPhrases: Record<MailTopic, string> = {
  confirmations: 'confirmations of your RSVPs',
  reminders: 'reminders of events you’re going to',
  asking: 'questions whether you are coming',
  groupRequests: 'requests to join the groups you organise',
  fullEvents: 'full events that you organise',
  groupNews: 'news from your groups',
  fundraising: 'messages that ask for donations',
  reviews: 'emails about items to review',
};

export const MailPreferences = z.strictObject({
  confirmations: z.boolean(),
  reminders: z.boolean(),
  /** Emails that ask whether a member is coming, where a group asks everybody. */
  asking: z.boolean(),
  groupRequests: z.boolean(),
  /** That an event is full, for its organisers: off by default. */
  fullEvents: z.boolean(),
  groupNews: z.boolean(),
  /** Messages that ask for donations: off by default. */
  fundraising: z.boolean(),
  /** A daily summary of items awaiting review, for admins only. */
  reviews: z.boolean(),
} satisfies Record<MailTopic, z.ZodType>);
export type MailPreferences = z.infer<typeof MailPreferences>;

export const getMailPreferences = endpoint('GET /api/user/mail-preferences', {
  summary: 'Get your email preferences',

  access: 'signed_in',
  response: MailPreferences,
});

export const changeMailPreferences = endpoint('PATCH /api/user/mail-preferences', {
  summary: 'Update your email preferences',
  words: {
    done: { title: 'Your choices have been saved' },
    failed: 'Your choices could not be saved',
  },

  access: 'signed_in',
  rate: 'write',
  body: MailPreferences.partial(),
  response: MailPreferences,
});

const tokenText = z.string().max(500);

/** The link of an invitation that ends all of them; it leads to the page of other such links. */
export const noInvitationsPath = (signed: string) =>
  `/no-invitations/${encodeURIComponent(signed)}`;

/** The subject of an email's unsubscribe link. */
export const Subscription = z.strictObject({
  /**
   * With `groupMessages`, those to the members of one group; with `eventMessages`, those to a guest
   * of one event; with `groupInvitations`, invitations by email, which can only be ended; with
   * `guestLinks`, emails that ask to confirm a place without an account.
   */
  topic: z.enum([
    ...mailTopics,
    'groupMessages',
    'eventMessages',
    'groupInvitations',
    'guestLinks',
  ]),
  on: z.boolean(),
  /** The group whose messages they are, while the member belongs to it. */
  group: Named.optional(),
});
export type Subscription = z.infer<typeof Subscription>;

/** Changes nothing, because email programs follow links on their own. */
export const getSubscription = endpoint('GET /api/unsubscribe', {
  summary: 'Get the subject of an unsubscribe link',

  access: 'anyone',
  query: z.object({ token: tokenText }),
  response: Subscription,
});

/** The signed link replaces a session; `on` undoes the unsubscription. */
export const changeSubscription = endpoint('POST /api/unsubscribe', {
  summary: 'Unsubscribe or resubscribe by an email link',

  access: 'anyone',
  rate: 'write',
  body: z.object({ token: tokenText, on: z.boolean().default(false) }),
  response: Subscription,
});

/**
 * `kept`: the site had no mail server; it goes once there is one. `waiting`: an attempt failed, and
 * another will follow. `dead`: no more attempts unless an admin retries it.
 */
export const mailStates = ['kept', 'sent', 'dead', 'waiting'] as const;
export const MailState = z.enum(mailStates, `state must be one of ${mailStates.join(', ')}`);
export type MailState = z.infer<typeof MailState>;

export const MailSummary = z.strictObject({
  id: z.int().meta({ examples: [210] }),
  kind: z.string(),
  /** An email or a text message. */
  channel: z.enum(['mail', 'text']),
  /** The address or phone number. */
  recipient: z.string(),
  /** Null for an email that the server failed to write. */
  subject: z.string().nullable(),
  state: MailState,
  attempts: z.int(),
  lastError: z.string().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
});
export type MailSummary = z.infer<typeof MailSummary>;

export const Mail = MailSummary.extend({
  messageId: z.string().nullable(),
  /** The body without its secret links; null once the retention time for bodies is over. */
  text: z.string().nullable(),
  html: z.string().nullable(),
});
export type Mail = z.infer<typeof Mail>;

/** An address that a mail server refused for good; it gets only emails that its owner asks for. */
export const Suppression = z.strictObject({
  id: z.int(),
  address: z.string(),
  /** The mail server's codes, such as '550 5.1.1'. */
  reason: z.string(),
  createdAt: z.string(),
});
export type Suppression = z.infer<typeof Suppression>;

/**
 * A record that mail servers ask the sender's domain for. `weak`: there is one, and it could be
 * better.
 */
export const SenderRecord = z.strictObject({
  name: z.enum(['SPF', 'DKIM', 'DMARC']),
  state: z.enum(['found', 'weak', 'missing', 'unknown']),
  record: z.string().nullable(),
  /** How to mend it; null where nothing is to do. */
  advice: z.string().nullable(),
});
export type SenderRecord = z.infer<typeof SenderRecord>;

export const MailSender = z.strictObject({
  /** The address that emails come from. */
  address: z.string().meta({ examples: ['hello@hall.example'] }),
  records: z.array(SenderRecord),
  /** Emails of the last day, and addresses refused for good in it. */
  lastDay: z.strictObject({ emails: z.int(), refused: z.int() }),
  /** Addresses that are not written to. */
  suppressed: z.int(),
});
export type MailSender = z.infer<typeof MailSender>;

/** Looks up the sender's domain, which may take seconds. */
export const getMailSender = endpoint('GET /api/admin/mail-sender', {
  summary: "Check the sender of the site's emails",

  access: 'admin',
  response: MailSender,
});

/** Newest first; `q` searches addresses. */
export const listSuppressions = endpoint('GET /api/admin/suppressions', {
  summary: "List addresses that can't be reached",

  access: 'admin',
  query: z.object({ q: FilterText, ...paging }),
  response: z.array(Suppression),
});

/**
 * Receives reports of bounces and spam complaints from the mail provider that `MAIL_EVENTS` names,
 * in the provider's own shape: Mailgun, Amazon SES by SNS, or Postmark.
 */
export const receiveMailEvents = endpoint('POST /api/mail/events', {
  summary: 'Receive bounces from the mail provider',
  refuses: ['sign_in_required', 'unavailable'],

  access: 'anyone',
  rate: 'webhook',
  signedBy: 'authorization',
  body: z.object({
    payload: z.string('The message is empty'),
    /** Only Postmark's messages carry one; the others are signed inside. */
    signature: z.string().optional(),
  }),
});

export const deleteSuppression = endpoint('DELETE /api/admin/suppressions/:id', {
  summary: 'Send emails to an address again',
  words: { done: liftedSuppression },

  access: 'admin',
  rate: 'write',
  params: z.object({ id: Id }),
});

/** The caller's address gets emails again; does nothing if it already does. */
export const retryOwnAddress = endpoint('DELETE /api/user/suppression', {
  summary: 'Send emails to your address again',
  words: { done: retriedAddress },

  access: 'signed_in',
  rate: 'write',
});

/** Newest first; `q` searches recipients and subjects. */
export const listMails = endpoint('GET /api/admin/mail', {
  summary: 'List sent emails and texts, newest first',

  access: 'admin',
  query: z.object({
    q: FilterText,
    state: blankOr(MailState),
    ...paging,
  }),
  response: z.array(MailSummary),
});

const params = z.object({ id: Id });

export const getMail = endpoint('GET /api/admin/mail/:id', {
  summary: 'Get an email or text',

  access: 'admin',
  params,
  response: Mail,
});

/** For a frame: a document with a content policy of its own, under which nothing runs or loads. */
export const getMailBody = endpoint('GET /api/admin/mail/:id/body.html', {
  summary: 'Get the HTML of an email',

  access: 'admin',
  params,
  sends: 'text/html',
  response: z.string(),
});

/** Retries a dead email; the answer shows it as waiting. */
export const resendMail = endpoint('POST /api/admin/mail/:id/resend', {
  summary: 'Retry a failed email',

  access: 'admin',
  rate: 'write',
  params,
  response: MailSummary,
});
