import { eq } from 'drizzle-orm';
import type { Subscription } from '#contract/base/mail.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { transaction, type Database } from '#platform/db/database.ts';
import { users } from '#features/base/accounts/tables.ts';
import { changePreferences } from '#features/base/mail/mutations.ts';
import { readSubscription } from '#features/base/mail/queries/preferences.ts';
import { refuseAll, setRefusal } from '#features/community/email-invitations/mutations.ts';
import { setMuted } from '#features/community/membership/mutations.ts';
import { subscriptionAt } from './queries.ts';
import { guestMessages } from './steps.ts';

/**
 * Unsubscribes from the link's emails, or subscribes again; does nothing for somebody who is gone.
 * @throws Refusal `invalid`
 */
export async function setSubscription(
  db: Database,
  token: string,
  on: boolean,
  signer: Signer,
  now: Date,
): Promise<Subscription> {
  const key = readSubscription(token, signer);
  if (key.topic === 'eventMessages') {
    await transaction(db, (tx) => guestMessages.read().set(tx, key.guestId, on));
    return subscriptionAt(db, token, signer);
  }
  if ('emailHash' in key) {
    if (key.topic === 'guestLinks') await setRefusal(db, key.emailHash, !on, now);
    // Nobody is invited again, whoever has the link.
    else if (!on) await refuseAll(db, key.emailHash, now);
    return subscriptionAt(db, token, signer);
  }
  if (key.topic === 'groupMessages') {
    await setMuted(db, key.userId, key.groupId, !on);
    return subscriptionAt(db, token, signer);
  }
  const { topic, userId } = key;
  const [member] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (!member) return { topic, on: false };
  await changePreferences(db, userId, { [topic]: on });
  return { topic, on };
}
