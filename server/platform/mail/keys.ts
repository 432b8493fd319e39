import type { MailTopic } from '../../../contract/mail.ts';
import { paths } from '../../../contract/paths.ts';
import { makeLink, type Purpose } from '../../features/sign-in/mutations/links.ts';
import type { Signer } from '../crypto/signing.ts';
import type { Reader } from '../db/database.ts';
import { subscriptionToken } from '../../features/mail/queries/preferences.ts';

/** What opens an account for whoever holds its address. */
export interface AccountKey {
  opens: Purpose;
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

const pages: Record<Purpose, string> = {
  confirm_email: paths.confirmEmail,
  reset_password: paths.resetPassword,
};

/** Makes a fresh key, and the address at which it opens. */
export async function addressOfAccountKey(
  { opens, userId }: AccountKey,
  { db, origin, now }: { db: Reader; origin: string; now: Date },
): Promise<string> {
  return `${origin}${pages[opens]}?token=${await makeLink(db, opens, userId, now)}`;
}

export const addressOfSubscription = (
  key: SubscriptionKey,
  { signer, origin }: { signer: Signer; origin: string },
): string => `${origin}${paths.unsubscribe(subscriptionToken(signer, key))}`;
