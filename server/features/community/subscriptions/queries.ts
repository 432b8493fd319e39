import { and, eq, sql } from 'drizzle-orm';
import type { Subscription } from '#contract/base/mail.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Reader } from '#platform/db/database.ts';
import { groups } from '#features/community/groups/tables.ts';
import { preferencesOf, readSubscription } from '#features/base/mail/queries/preferences.ts';
import { refusesEmails } from '#features/community/email-invitations/queries.ts';
import { guestMessages } from './steps.ts';
import { isMember } from '#features/community/membership/queries/membership.ts';
import { memberships } from '#features/community/membership/tables.ts';

/** @throws Refusal `invalid` */
export async function subscriptionAt(
  db: Reader,
  token: string,
  signer: Signer,
): Promise<Subscription> {
  const key = readSubscription(token, signer);
  if (key.topic === 'eventMessages') {
    return { topic: key.topic, on: await guestMessages.read().read(db, key.guestId) };
  }
  if (key.topic === 'groupMessages') return messagesTo(db, key.userId, key.groupId);
  if ('emailHash' in key) {
    return { topic: key.topic, on: !(await refusesEmails(db, key.emailHash)) };
  }
  return { topic: key.topic, on: (await preferencesOf(db, key.userId))[key.topic] };
}

/** Tells whether a member gets the group's messages; undefined for non-members. */
export async function messagesTo(
  db: Reader,
  userId: string,
  groupId: number,
): Promise<Subscription> {
  const [membership] = await db
    .select({ muted: memberships.muted, group: { id: groups.id, name: groups.name } })
    .from(memberships)
    .innerJoin(groups, eq(groups.id, memberships.groupId))
    .where(
      and(
        isMember(groupId, userId),
        sql`(${groups.status} <> 'hidden' or ${groups.createdById} = ${userId})`,
      ),
    );
  const topic = 'groupMessages';
  return membership
    ? { topic, on: !membership.muted, group: membership.group }
    : { topic, on: false };
}
