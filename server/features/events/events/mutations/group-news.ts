import { sql } from 'drizzle-orm';
import { wantsNews } from '#features/base/notifications/queries.ts';
import { memberships } from '#features/community/membership/tables.ts';
import type { Transaction } from '#platform/db/database.ts';
import { enqueueMany } from '#platform/mail/outbox.ts';
import type { Actor } from '#platform/viewer.ts';

/**
 * Announces a group's new event to its other members at `at`, together with events added until
 * then.
 */
export async function enqueueGroupNews(
  tx: Transaction,
  actor: Actor,
  groupId: number,
  at: Date,
  now: Date,
): Promise<void> {
  const payload = { groupId, until: at.toISOString() };
  const to = sql`
    select ${memberships.userId}, null::text
    from ${memberships}
    where ${memberships.groupId} = ${groupId} and ${memberships.status} = 'approved'
      and ${memberships.userId} <> ${actor.id} and ${wantsNews('groupNews', memberships.userId)}`;
  const uniqueKey = sql`${`group_news:${groupId}:${at.getTime()}:`} || recipient.id`;
  await enqueueMany(tx, { kind: 'group_news', payload, now, dueAt: at }, { to, uniqueKey });
}
