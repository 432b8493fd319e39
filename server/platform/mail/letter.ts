import type { MailTopic } from '#contract/base/mail.ts';
import type { CalendarPart } from '#platform/calendar/invitation.ts';
import type { Database } from '#platform/db/database.ts';
import type { ButtonKey } from './keys.ts';
import type { Effects } from './effects.ts';

/** A mail as data, in plain text throughout; `html.ts` and `plain-text.ts` turn it into what is sent. */
export interface Letter {
  subject: string;
  /** The preview text beside the subject in a list of emails. */
  preheader: string;
  /** 'Hello Ada,' where none is given. */
  greeting?: string;
  paragraphs: string[];
  /**
   * A person's words to the recipient, set apart from the site's; addresses in them become links.
   */
  words?: string;
  /** Facts in a small table under the paragraphs. */
  details?: Detail[];
  button?: { label: string; url: string } | { label: string; key: ButtonKey };
  /** Stands under the button. */
  closing?: string;
  /** Whom it is from, before the site's name. */
  from?: string;
  /** The Reply-To address in place of the site's. It is in the sent email and stored nowhere. */
  replyTo?: string;
  /** For the recipient's calendar: goes with the copy that is sent, and is kept nowhere. */
  calendar?: CalendarPart | undefined;
  /** The email in one line for a phone; without it no text message goes out. */
  textMessage?: string;
  /** It goes nowhere, and is counted as gone: its sender is not to find out that its recipient wants none of theirs. */
  withheld?: boolean;
}

export interface Detail {
  label: string;
  value: string;
  /** The former value, shown struck through. */
  was?: string;
}

export interface Recipient {
  /** Null for somebody without an account. */
  id: string | null;
  email: string;
  /** Null where nobody has confirmed the address: whoever has given it may have given any name. */
  firstName: string | null;
}

export interface Site {
  name: string;
  /** The outside origin; what links begin with. */
  origin: string;
  supportEmail: string;
}

/** The inputs for writing an email. Facts are read at the time of sending, not of the cause. */
export interface Writing {
  db: Database;
  now: Date;
  site: Site;
  recipient: Recipient;
}

export interface LetterKind<Payload> {
  /** The topic that a member may turn off; an email without a topic always comes. */
  topic?: MailTopic;
  /** The group of whose messages it is one: a link at its end mutes those. */
  mutes?: (payload: Payload) => number;
  /** The events that it puts into the recipient's calendar, or moves there. */
  entersEvents?: (payload: Payload) => number[];
  /** A suspended member gets it, too. */
  toSuspended?: true;
  /**
   * It holds nothing that a stranger may have typed, and so goes as it is to an address that nobody has confirmed,
   * which is told of any other that there is news and no more.
   */
  ownWords?: true;
  /** Without a mail server, where nobody can confirm an address and letters reach admins alone, it is kept as it is. */
  keptWhole?: true;
  /** Undefined where, as things are now, there is nothing left to tell. */
  write: (payload: Payload, writing: Writing) => Promise<Letter | undefined> | Letter | undefined;
}

/** The letters of a feature, each under its effect's kind. */
export type LettersOf<Kind extends keyof Effects> = { [K in Kind]: LetterKind<Effects[K]> };
