import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { MailTopic, noInvitationsPath, type MailPreferences } from '#contract/base/mail.ts';
import { Id, UserId } from '#contract/platform/values.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Reader } from '#platform/db/database.ts';
import { invalid } from '#platform/refusal.ts';
import { mailPreferences } from '../tables.ts';
import { unsubscribePath } from '#contract/platform/paths.ts';
import type { SubscriptionKey } from '#platform/mail/email.ts';

export const preferenceColumns = {
  confirmations: mailPreferences.confirmations,
  reminders: mailPreferences.reminders,
  asking: mailPreferences.asking,
  groupRequests: mailPreferences.groupRequests,
  fullEvents: mailPreferences.fullEvents,
  groupNews: mailPreferences.groupNews,
  fundraising: mailPreferences.fundraising,
  reviews: mailPreferences.reviews,
} satisfies Record<MailTopic, unknown>;

/** The preferences of a member who has chosen none. */
export const defaultPreferences: MailPreferences = {
  confirmations: true,
  reminders: true,
  asking: true,
  groupRequests: true,
  fullEvents: false,
  groupNews: true,
  fundraising: false,
  reviews: true,
};

export async function preferencesOf(db: Reader, userId: string): Promise<MailPreferences> {
  const [chosen] = await db
    .select(preferenceColumns)
    .from(mailPreferences)
    .where(eq(mailPreferences.userId, userId));
  return chosen ?? defaultPreferences;
}

const purpose = 'mail subscription';

/** Signs an unsubscribe token for one person's emails of one topic. It never expires. */
const subscriptionToken = (key: SubscriptionKey, signer: Signer): string =>
  signer.sign(purpose, [key.topic, ...ownerOf(key)].join(' '));

function ownerOf(key: SubscriptionKey): (string | number)[] {
  if (key.topic === 'eventMessages') return [key.guestId];
  if ('emailHash' in key) return [key.emailHash];
  return key.topic === 'groupMessages' ? [key.userId, key.groupId] : [key.userId];
}

/** @throws Refusal `invalid` for a link that this site didn't make */
export function readSubscription(token: string, signer: Signer): SubscriptionKey {
  const parsed = Named.safeParse(signer.read(purpose, token)?.split(' '));
  if (!parsed.success) {
    throw invalid({ token: 'This link isn’t complete. Please use the one in the email.' });
  }
  return { opens: 'subscription', ...parsed.data };
}

const Named = z.union([
  z.tuple([MailTopic, UserId]).transform(([topic, userId]) => ({ topic, userId })),
  z
    .tuple([z.literal('groupMessages'), UserId, Id])
    .transform(([topic, userId, groupId]) => ({ topic, userId, groupId })),
  z.tuple([z.literal('eventMessages'), Id]).transform(([topic, guestId]) => ({ topic, guestId })),
  z
    .tuple([z.enum(['groupInvitations', 'guestLinks']), UserId])
    .transform(([topic, emailHash]) => ({ topic, emailHash })),
]);

export const addressOfSubscription = (
  key: SubscriptionKey,
  origin: string,
  signer: Signer,
): string => {
  const token = subscriptionToken(key, signer);
  const path = key.topic === 'groupInvitations' ? noInvitationsPath(token) : unsubscribePath(token);
  return `${origin}${path}`;
};
