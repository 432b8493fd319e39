import type { MailTopic } from '#contract/base/mail.ts';
import type { CalendarPart } from '#platform/calendar/invitation.ts';
import type { Database } from '#platform/db/database.ts';
import { registered } from '#platform/registered.ts';

/**
 * Emails by kind, each with its payload: the facts when it was enqueued. Each feature declares its kinds in its
 * `emails.ts`, beside their throttle rules and their words.
 *
 * A kind that is sent once and never again needs a column that says it was enqueued, set in the same transaction:
 * `enqueueOnce()` remembers its unique key only until the purge job deletes the outbox row, 30 days after the email went
 * out (the `mailDays` setting).
 */
export interface EmailPayloads {}

export type EmailKind = keyof EmailPayloads;

/** How often emails of a kind may go out, and in which order. */
export interface ThrottleRule<Payload> {
  /**
   * The subject of an email, as `event:12`. Emails of one kind and key to one recipient are merged while they wait, and
   * go out three times an hour at most.
   */
  throttleKey: (payload: Payload) => string;
  /** Waits five minutes for more of the same key; `write` then finds whether anything is left to say. */
  debounce?: true;
  /** Begins behind emails to few: it goes to many at once, or can wait. */
  bulk?: true;
  /** Overtakes all others in a lane of its own: sign-in and the security of accounts. */
  urgent?: true;
  /** The recipient waits for it at their screen: it goes at once, or never once the limit is reached. */
  requestedByRecipient?: true;
  /** Is useless a day later: the last places in an address's daily limit are reserved for it. */
  timeSensitive?: true;
  /** Its sender sees how many recipients it has reached. */
  countsDeliveries?: true;
}

/** One kind of email: its throttle rule, its recipients' choices, and its words. */
export interface EmailDefinition<Payload> extends ThrottleRule<Payload> {
  /** Members can turn off emails of a topic; an email without a topic always comes. */
  topic?: MailTopic;
  /** The group that the recipient can mute by a link at the end of the email. */
  mutesGroup?: (payload: Payload) => number;
  /** The events that the email adds to the recipient's calendar, or moves there. */
  calendarEvents?: (payload: Payload) => number[];
  /** Suspended members get it, too. */
  toSuspended?: true;
  /**
   * It holds nothing that a stranger may have typed, and so goes unchanged to an unconfirmed address. Any other email to
   * such an address is replaced by one that says only that something is waiting.
   */
  safeForUnconfirmed?: true;
  /** Without a mail server nobody can confirm an address and only admins read emails: it is then stored unchanged. */
  storedUnchanged?: true;
  /** Undefined if, as things are now, there is nothing left to tell. */
  write: (
    payload: Payload,
    context: EmailContext,
  ) => Promise<EmailMessage | undefined> | EmailMessage | undefined;
}

/** The definitions of a feature's emails. A kind without a throttle key or words does not compile. */
export type EmailsOf<Kind extends EmailKind> = { [K in Kind]: EmailDefinition<EmailPayloads[K]> };

/** Every kind of email, gathered from the features by `server/mail.ts`. */
export const emailDefinitions = registered<EmailsOf<EmailKind>>('emails');

/** Undefined for a kind that a later version of the site enqueued. */
export function definitionOf(kind: string): EmailDefinition<EmailPayloads[EmailKind]> | undefined {
  const definitions = emailDefinitions.read();
  return Object.hasOwn(definitions, kind)
    ? (definitions[kind as EmailKind] as EmailDefinition<EmailPayloads[EmailKind]>)
    : undefined;
}

/** An email is written from facts read when it goes out, not when it was enqueued. */
export interface EmailContext {
  db: Database;
  now: Date;
  site: Site;
  recipient: Recipient;
}

export interface Recipient {
  /** Null for somebody without an account. */
  id: string | null;
  email: string;
  /** Null for an unconfirmed address: whoever entered the address may have made up the name. */
  firstName: string | null;
}

export interface Site {
  name: string;
  /** The public origin; links begin with it. */
  origin: string;
  supportEmail: string;
}

/** An email as data, in plain text throughout; `html.ts` and `plain-text.ts` render it. */
export interface EmailMessage {
  subject: string;
  /** Shown by mail programs beside the subject. */
  preheader: string;
  /** 'Hello Ada,' if left out. */
  greeting?: string;
  paragraphs: string[];
  /** Text that somebody wrote to the recipient, set apart from the site's own words; addresses in it become links. */
  quote?: string;
  /** Facts in a small table under the paragraphs. */
  details?: Detail[];
  button?: { label: string; url: string } | { label: string; key: ButtonKey };
  /** Stands under the button. */
  closing?: string;
  /** The sender's name, shown before the site's. */
  from?: string;
  /** Replies go to it rather than to the site; stands in the sent copy only. */
  replyTo?: string;
  /** For the recipient's calendar; stands in the sent copy only. */
  calendar?: CalendarPart | undefined;
  /** The email in one line, for a phone; without it no text message is sent. */
  textMessage?: string;
  /** It is not sent, but counted as delivered: its sender must not find out that the recipient blocks them. */
  isWithheld?: boolean;
}

export interface Detail {
  label: string;
  value: string;
  /** The value before a change; shown struck through. */
  was?: string;
}

/** Signs its holder in to confirm the address or choose a password. */
export interface AccountKey {
  opens: 'confirm_email' | 'reset_password';
  userId: string;
  /** A path on this site, to go on to. */
  next?: string;
}

/** Accepts or declines an offered place for the member it is offered to. */
export interface OfferKey {
  opens: 'offer';
  eventId: number;
  userId: string;
  /** The waiting list position that the offer is for: a later offer to the same member has another. */
  turn: number;
}

/** Shows one side of a report its status, and lets it appeal. */
export interface ReportKey {
  opens: 'report';
  reference: string;
}

/**
 * A link that is a key, named by what it opens. Its address is made for the sent copy only, so that nothing stored,
 * listed or exported can hold it.
 */
export type ButtonKey = AccountKey | OfferKey | ReportKey;

/** Changes which emails somebody gets: those of a topic, or the messages of a group. */
export type SubscriptionKey = { opens: 'subscription'; userId: string } & (
  | { topic: MailTopic }
  | { topic: 'groupMessages'; groupId: number }
);
