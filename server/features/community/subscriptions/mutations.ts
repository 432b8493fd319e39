import { eq } from 'drizzle-orm';
import type { Subscription } from '#contract/base/mail.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Database } from '#platform/db/database.ts';
import { users } from '#features/base/accounts/tables.ts';
import { changePreferences } from '#features/base/mail/mutations.ts';
import { readSubscription } from '#features/base/mail/queries/preferences.ts';
import { setMuted } from '#features/community/membership/mutations.ts';
import { messagesTo } from './queries.ts';

/**
 * Unsubscribes from the link's emails, or subscribes again; does nothing for a former member.
 * @throws Refusal `invalid`
 */
export async function setSubscription(
  db: Database,
  token: string,
  on: boolean,
  signer: Signer,
): Promise<Subscription> {
  const key = readSubscription(token, signer);
  const { topic, userId } = key;
  if (topic === 'groupMessages') {
    await setMuted(db, userId, key.groupId, !on);
    return messagesTo(db, userId, key.groupId);
  }
  const [member] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (!member) return { topic, on: false };
  await changePreferences(db, userId, { [topic]: on });
  return { topic, on };
}
