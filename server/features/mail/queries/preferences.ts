import { eq } from 'drizzle-orm';
import { MailTopic, type MailPreferences, type Subscription } from '../../../../contract/mail.ts';
import { UserId } from '../../../../contract/values.ts';
import type { Signer } from '../../../platform/crypto/signing.ts';
import type { Reader } from '../../../platform/db/database.ts';
import { invalid } from '../../../platform/refusal.ts';
import { mailPreferences } from '../tables.ts';
import { unsubscribePath } from '../../../../contract/paths.ts';
import type { SubscriptionKey } from '../../../platform/mail/keys.ts';

export const columns = {
  confirmations: mailPreferences.confirmations,
  reminders: mailPreferences.reminders,
  groupRequests: mailPreferences.groupRequests,
  groupNews: mailPreferences.groupNews,
};

export const everything: MailPreferences = {
  confirmations: true,
  reminders: true,
  groupRequests: true,
  groupNews: true,
};

export async function preferencesOf(db: Reader, userId: string): Promise<MailPreferences> {
  const [chosen] = await db
    .select(columns)
    .from(mailPreferences)
    .where(eq(mailPreferences.userId, userId));
  return chosen ?? everything;
}

const purpose = 'mail subscription';

/** What a link at the end of a mail stands for: one member's mails of one topic, for as long as they exist. */
const subscriptionToken = (
  { userId, topic }: { userId: string; topic: MailTopic },
  signer: Signer,
): string => signer.sign(purpose, `${topic} ${userId}`);

/** @throws Refusal `invalid` for a link that was not made here */
export function readSubscription(token: string, signer: Signer) {
  const [topic, userId] = signer.read(purpose, token)?.split(' ') ?? [];
  const parsed = MailTopic.safeParse(topic);
  const member = UserId.safeParse(userId);
  if (!parsed.success || !member.success) {
    throw invalid({ token: 'This link is not complete. Please use the one in the mail.' });
  }
  return { topic: parsed.data, userId: member.data };
}

/** @throws Refusal `invalid` */
export async function subscriptionAt(
  db: Reader,
  token: string,
  signer: Signer,
): Promise<Subscription> {
  const { topic, userId } = readSubscription(token, signer);
  return { topic, on: (await preferencesOf(db, userId))[topic] };
}

export const addressOfSubscription = (
  key: SubscriptionKey,
  origin: string,
  signer: Signer,
): string => `${origin}${unsubscribePath(subscriptionToken(key, signer))}`;
