import type { MailTopic } from '../../../contract/mail.ts';

/** What opens an account for whoever holds its address. */
export interface AccountKey {
  opens: 'confirm_email' | 'reset_password';
  userId: string;
}

/** What changes which mails somebody gets. */
export interface SubscriptionKey {
  opens: 'subscription';
  topic: MailTopic;
  userId: string;
}

/**
 * A link that is a key, as a letter names it: by what it opens. Its address is made for the copy that is sent and
 * for no other, so that nothing that is kept, listed or exported can hold it.
 */
export type Key = AccountKey | SubscriptionKey;
