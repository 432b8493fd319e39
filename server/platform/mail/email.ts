import type { CleanText } from '#contract/platform/clean-text.ts';
import type { MailTopic } from '#contract/base/mail.ts';
import type { NotificationTopic } from '#contract/base/notifications.ts';
import type { CalendarPart } from '#platform/calendar/invitation.ts';
import type { Database } from '#platform/db/database.ts';
import { registered } from '#platform/registered.ts';
import type { Mailbox } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Site, SiteText } from './site-text.ts';
import type { LeasedEmail } from './tables.ts';

/**
 * Emails by kind, each with its payload: the facts when it was enqueued. Each feature declares its
 * kinds in its `emails.ts`, with their throttle rules and texts.
 * A kind that is sent only once needs a column that says it was enqueued, set in the same
 * transaction: `enqueueOnce()` remembers its unique key only until the purge job deletes the outbox
 * row, 30 days after the email went out (the `mailDays` setting).
 */
export interface EmailPayloads {}

export type EmailKind = keyof EmailPayloads;

/** In the payload of an email to a guest without an account: the number of their RSVP. */
export interface ToGuest {
  guestId?: number;
}

/** How often emails of a kind may go out, and in which order. */
export interface ThrottleRule<Payload> {
  /**
   * The subject of an email, such as `event:12`. Waiting emails with the same kind, key and
   * recipient are merged, and go out three times an hour at most.
   */
  throttleKey: (payload: Payload) => string;
  /**
   * Waits five minutes for more with the same key; `write` then checks whether anything is left to
   * say.
   */
  debounce?: true;
  /** Queued behind emails to few: it goes to many at once, or can wait. */
  bulk?: true;
  /** Sent ahead of all others in a separate lane: sign-in and account security. */
  urgent?: true;
  /**
   * The recipient requested it and is waiting: it goes at once, or is dropped at a limit. It counts
   * like any other.
   */
  requestedByRecipient?: true;
  /** The most a day to one address, besides the ceiling of all its emails together. */
  mostADay?: number;
  /** Useless a day later: the last places in an address's daily limit are reserved for it. */
  timeSensitive?: true;
  /** Its sender sees how many recipients it reached. */
  countsDeliveries?: true;
  /** Rather lost than sent twice, should the process die as it sends. */
  atMostOnce?: true;
}

/** How one kind of email is sent: its throttle rule, and its recipients' choices. */
export interface EmailRule<Payload> extends ThrottleRule<Payload> {
  /** Members can turn off emails of a topic; an email without one is always sent. */
  topic?: MailTopic;
  /**
   * The topic of news without `topic`, by which members choose whether it also comes to their
   * devices. `write` then says it there, by `push`.
   */
  notificationTopic?: Exclude<NotificationTopic, MailTopic>;
  /** Comes to devices only in place of the email, since other news of the topic does in any case. */
  pushedWithoutEmail?: true;
  /** The group that the recipient can mute by a link at the end of the email. */
  mutesGroup?: (payload: Payload) => number;
  /** Guests without an account can stop emails of this kind for their event. */
  stopsForGuests?: true;
  /** The events that the email adds or updates in the recipient's calendar. */
  calendarEvents?: (payload: Payload) => number[];
  /** Suspended members get it too. */
  toSuspended?: true;
  /**
   * Without a mail server nobody can confirm an address and only admins read emails, so it is
   * stored unchanged.
   */
  storedUnchanged?: true;
}

/** Returns the topic by which members choose their channels; undefined for what is always sent. */
export const notificationTopicOf = ({
  topic,
  notificationTopic,
}: Pick<EmailRule<never>, 'topic' | 'notificationTopic'>): NotificationTopic | undefined =>
  topic ?? notificationTopic;

/** Returns undefined if nothing is left to say by now. */
type Writer<Payload, Message> = (
  payload: Payload,
  context: EmailContext,
) => Promise<Message | undefined> | Message | undefined;

/**
 * One kind of email. An address that has confirmed nothing gets only what `writeInOwnWords` writes,
 * whose type has no place for text that a stranger may have typed. In the place of an email by
 * `write` it gets a notice with a button that confirms it: by `writeNotice`, or one that says only
 * that something is waiting.
 */
export type EmailDefinition<Payload> = EmailRule<Payload> &
  (
    | {
        write: Writer<Payload, EmailMessage>;
        writeNotice?: Writer<Payload, Notice>;
        writeInOwnWords?: never;
      }
    | { writeInOwnWords: Writer<Payload, OwnMessage>; write?: never; writeNotice?: never }
  );

/**
 * The definitions of a feature's emails. A kind without a throttle key or text does not compile.
 */
export type EmailsOf<Kind extends EmailKind> = { [K in Kind]: EmailDefinition<EmailPayloads[K]> };

/** All kinds of email; `server/mail.ts` collects them from the features. */
export const emailDefinitions = registered<EmailsOf<EmailKind>>('emails');

/** Undefined for a kind that a later version of the site enqueued. */
export function definitionOf(kind: string): EmailDefinition<EmailPayloads[EmailKind]> | undefined {
  const definitions = emailDefinitions.read();
  return Object.hasOwn(definitions, kind)
    ? (definitions[kind as EmailKind] as EmailDefinition<EmailPayloads[EmailKind]>)
    : undefined;
}

/** The facts when the email goes out, not when it was enqueued. */
export interface EmailContext {
  db: Database;
  now: Date;
  site: Site;
  recipient: Recipient;
  /** Written for the recipient's devices, whether or not the email went out. */
  forDevices?: boolean;
}

export interface Recipient {
  /** Null for a recipient without an account. */
  id: string | null;
  /** The RSVP of a guest without an account; null for everybody else. */
  guestId: number | null;
  email: CleanText;
  /** Null for an unconfirmed address: a stranger may have entered it with any name. */
  firstName: string | null;
}

export type { Site };

/** An email as plain-text data; `html.ts` and `plain-text.ts` render it. */
export interface EmailMessage {
  subject: string;
  /** The line that mail programs show beside the subject. */
  preheader: string;
  /** 'Hello Ada,' by default. */
  greeting?: string;
  paragraphs: string[];
  /**
   * Text that somebody wrote to the recipient, set apart from the site's own words; addresses in it
   * become links.
   */
  quote?: string;
  /** Facts in a small table below the paragraphs. */
  details?: Detail[];
  button?: { label: string; url: string } | { label: string; key: ButtonKey };
  /** Shown below the button. */
  closing?: string;
  /** The sender's name, shown before the site's. */
  from?: string;
  /** The reply address instead of the site's; only in the sent copy. */
  replyTo?: string;
  /** For the recipient's calendar; only in the sent copy. */
  calendar?: CalendarPart | undefined;
  /** The email in one line, for a phone; without it no text message is sent. */
  textMessage?: string;
  /** The email as a notification on the recipient's devices; without it none is sent. */
  push?: PushLine;
  /**
   * Counted as delivered without being sent: its sender must not find out that the recipient blocks
   * them.
   */
  isWithheld?: boolean;
  /** The address didn't ask for it: by its hash, its reader can end all emails of this topic. */
  endedBy?: AddressKey;
}

/**
 * Shown on a locked phone below the email's subject, where anybody may read it: no name of a child,
 * no venue that isn't public, nothing that a member wrote.
 */
export interface PushLine {
  /** The email's subject by default. */
  title?: string;
  /** The page that a press opens; by default that of the email's button. */
  path?: string;
  body: string;
  /** The moment after which it is worthless. */
  until?: Date;
}

export interface Detail {
  label: string;
  value: string;
  /** The value before a change; shown struck through. */
  was?: string;
}

interface OwnDetail extends Detail {
  label: SiteText;
  value: SiteText;
  was?: never;
}

/** An email that may go to an address whose owner has confirmed nothing. */
export interface OwnMessage extends EmailMessage {
  subject: SiteText;
  preheader: SiteText;
  greeting?: never;
  paragraphs: SiteText[];
  quote?: SiteText;
  details?: OwnDetail[];
  button?: NonNullable<EmailMessage['button']> & { label: SiteText };
  closing?: SiteText;
  from?: never;
  replyTo?: never;
  calendar?: never;
  textMessage?: never;
  push?: never;
}

/** Replaces an email that an unconfirmed address does not get in full. */
export type Notice = Pick<OwnMessage, 'subject' | 'preheader' | 'paragraphs'>;

/** Signs the recipient in to confirm the address or choose a password. */
export interface AccountKey {
  opens: 'confirm_email' | 'reset_password';
  userId: string;
  /** The path on this site to continue to. */
  next?: string;
}

/** Accepts or declines an offered place for the member who got the offer. */
export interface OfferKey {
  opens: 'offer';
  eventId: number;
  userId: string;
  /**
   * The waiting list position that the offer is for: a later offer to the same member has another.
   */
  turn: number;
}

/** Says for the member who was asked whether they are coming. */
export interface AskKey {
  opens: 'ask';
  eventId: number;
  userId: string;
}

/** Shows a guest without an account their RSVP, and lets them change or cancel it. */
export interface GuestKey {
  opens: 'guest';
  guestId: number;
}

/** Shows somebody without an account their question to organisers, and sends it. */
export interface QuestionKey {
  opens: 'question';
  questionId: string;
}

/** Shows one party of a report its status, and lets them appeal. */
export interface ReportKey {
  opens: 'report';
  reference: string;
}

/**
 * A link that grants access, named by what it opens. Its secret is created only in the sent copy,
 * so nothing stored, listed or exported contains it.
 */
export type ButtonKey = AccountKey | OfferKey | AskKey | GuestKey | QuestionKey | ReportKey;

/** Changes which emails somebody gets: those of a topic, or messages of a group or an event. */
export type SubscriptionKey = { opens: 'subscription' } & (
  | { topic: MailTopic; userId: string }
  | { topic: 'groupMessages'; userId: string; groupId: number }
  | { topic: 'eventMessages'; guestId: number }
  | AddressKey
);

/** Ends invitations, or links to come as a guest, to an address. */
export interface AddressKey {
  topic: 'groupInvitations' | 'guestLinks';
  emailHash: string;
}

/**
 * Returns an email's Message-ID, equal for all attempts. Nobody guesses it who has not seen the
 * email, so a bounce that names it is no forgery. The creation time distinguishes rows with the
 * same id in two databases.
 */
export function messageIdOf(
  { id, createdAt }: Pick<LeasedEmail, 'id' | 'createdAt'>,
  from: Mailbox,
  signer: Signer,
): string {
  const domain = from.address.split('@').at(-1);
  return `<effect-${id}-${signer.pseudonym('message', `${id} ${createdAt.getTime()}`)}@${domain}>`;
}

/** Returns the id of the email that a Message-ID of this site is about. */
export function effectIdIn(messageId: string): number | undefined {
  const [, id] = /^<effect-(\d{1,10})-/.exec(messageId) ?? [];
  return id !== undefined && Number(id) <= largestId ? Number(id) : undefined;
}

/** PostgreSQL's `integer`. */
const largestId = 2 ** 31 - 1;
