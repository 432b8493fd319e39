import { eq } from 'drizzle-orm';
import { MailTopic, type MailPreferences, type Subscription } from '../../../../contract/mail.ts';
import { UserId } from '../../../../contract/values.ts';
import { users } from '../../accounts/tables.ts';
import type { Signer } from '../../../platform/crypto/signing.ts';
import type { Database, Reader } from '../../../platform/db/database.ts';
import { invalid } from '../../../platform/refusal.ts';
import { mailPreferences } from '../../../platform/mail/tables.ts';

const columns = {
  reminders: mailPreferences.reminders,
  groupRequests: mailPreferences.groupRequests,
  groupNews: mailPreferences.groupNews,
};

const everything: MailPreferences = { reminders: true, groupRequests: true, groupNews: true };

export async function preferencesOf(db: Reader, userId: string): Promise<MailPreferences> {
  const [chosen] = await db
    .select(columns)
    .from(mailPreferences)
    .where(eq(mailPreferences.userId, userId));
  return chosen ?? everything;
}

type Changes = { [Topic in MailTopic]?: boolean | undefined };

/** Changes the given ones. */
export async function changePreferences(
  db: Database,
  userId: string,
  changes: Changes,
): Promise<MailPreferences> {
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  );
  if (Object.keys(given).length === 0) return preferencesOf(db, userId);
  const [chosen] = await db
    .insert(mailPreferences)
    .values({ userId, ...given })
    .onConflictDoUpdate({ target: mailPreferences.userId, set: given })
    .returning(columns);
  return chosen ?? everything;
}

const purpose = 'mail subscription';

/** What a link at the end of a mail stands for: one member's mails of one topic, for as long as they exist. */
export const subscriptionToken = (
  signer: Signer,
  { userId, topic }: { userId: string; topic: MailTopic },
): string => signer.sign(purpose, `${topic} ${userId}`);

/** @throws Refusal `invalid` for a link that was not made here */
export function readSubscription(signer: Signer, token: string) {
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
  signer: Signer,
  token: string,
): Promise<Subscription> {
  const { topic, userId } = readSubscription(signer, token);
  return { topic, on: (await preferencesOf(db, userId))[topic] };
}

/**
 * Ends or takes up the mails that the link is for; of a member who has left there is nothing to change.
 * @throws Refusal `invalid`
 */
export async function setSubscription(
  db: Database,
  signer: Signer,
  token: string,
  on: boolean,
): Promise<Subscription> {
  const { topic, userId } = readSubscription(signer, token);
  const [member] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (!member) return { topic, on: false };
  await changePreferences(db, userId, { [topic]: on });
  return { topic, on };
}
