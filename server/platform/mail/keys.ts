import type { MailTopic } from '#contract/base/mail.ts';

/** A token that opens an account for the owner of its address. */
export interface AccountKey {
  opens: 'confirm_email' | 'reset_password';
  userId: string;
  /** A path on this site, to go on to. */
  next?: string;
}

/** A token that accepts or declines an offered place on behalf of its recipient. */
export interface OfferKey {
  opens: 'offer';
  eventId: number;
  userId: string;
  /** The place in line that the offer is for: a later one of theirs is another. */
  turn: number;
}

/** A token that shows one side of a report its state, and lets them appeal. */
export interface ReportKey {
  opens: 'report';
  reference: string;
}

/** The tokens that an email's button can carry. */
export type ButtonKey = AccountKey | OfferKey | ReportKey;

/**
 * A token that changes which emails a member gets: those of a topic, or the messages of a group.
 */
export type SubscriptionKey = { opens: 'subscription'; userId: string } & (
  | { topic: MailTopic }
  | { topic: 'groupMessages'; groupId: number }
);

/**
 * A link that is a key, as a letter names it: by what it opens. Its address is made for the copy that is sent and
 * for no other, so that nothing that is kept, listed or exported can hold it.
 */
export type Key = ButtonKey | SubscriptionKey;
