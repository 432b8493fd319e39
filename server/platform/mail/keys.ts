import type { MailTopic } from '#contract/base/mail.ts';

/** What opens an account for whoever holds its address. */
export interface AccountKey {
  opens: 'confirm_email' | 'reset_password';
  userId: string;
  /** A path on this site, to go on to. */
  next?: string;
}

/** What takes an offered place or passes it on, in the name of whom it is offered to. */
export interface OfferKey {
  opens: 'offer';
  eventId: number;
  userId: string;
  /** The place in line that the offer is for: a later one of theirs is another. */
  turn: number;
}

/** What shows one side of a report how it stands, and lets it appeal. */
export interface ReportKey {
  opens: 'report';
  reference: string;
}

/** What a letter's button can carry. */
export type ButtonKey = AccountKey | OfferKey | ReportKey;

/** What changes which mails somebody gets: those of a topic, or the messages of a group. */
export type SubscriptionKey = { opens: 'subscription'; userId: string } & (
  | { topic: MailTopic }
  | { topic: 'groupMessages'; groupId: number }
);

/**
 * A link that is a key, as a letter names it: by what it opens. Its address is made for the copy that is sent and
 * for no other, so that nothing that is kept, listed or exported can hold it.
 */
export type Key = ButtonKey | SubscriptionKey;
