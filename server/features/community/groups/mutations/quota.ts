import { and, desc, eq, gt } from 'drizzle-orm';
import type { Config } from '#platform/config.ts';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { demand } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { lockQuota } from '#features/base/quotas/mutations.ts';
import { quotaRefusal } from '#features/base/quotas/policy.ts';
import { withAdvisoryLock, isNewcomer } from '#features/trust/moderation/mutations.ts';
import { groupRefusal, groupSpan, spamLimits } from '#features/trust/moderation/policy.ts';
import { groups } from '../tables.ts';
import { measuredUnapprovedGroups } from '../queries/quota.ts';

/**
 * Reserves quota for one more unapproved group.
 * @throws Refusal `quota`
 */
export async function requireUnapprovedGroupQuota(
  tx: Transaction,
  viewer: Viewer,
  config: Config,
  now: Date,
): Promise<void> {
  const [, measured] = await Promise.all([
    lockQuota(tx, 'unapprovedGroups', viewer.id),
    measuredUnapprovedGroups(tx, viewer, config, now),
  ]);
  demand(quotaRefusal([measured], 1));
}

/** @throws Refusal `too_many_requests` if a new member creates groups too quickly */
export async function limitNewGroups(
  tx: Transaction,
  viewer: Viewer,
  config: Config,
  now: Date,
): Promise<void> {
  if (!config.rateLimits || !(await isNewcomer(tx, viewer, config, now))) return;
  await withAdvisoryLock(tx, `groups of ${viewer.id}`);
  const since = new Date(now.getTime() - groupSpan);
  demand(groupRefusal(await groupsBy(tx, viewer.id, since), now));
}

/** Returns when the member created their groups, latest first. */
async function groupsBy(db: Reader, userId: string, since: Date): Promise<Date[]> {
  const found = await db
    .select({ at: groups.createdAt })
    .from(groups)
    .where(and(eq(groups.createdById, userId), gt(groups.createdAt, since)))
    .orderBy(desc(groups.createdAt))
    .limit(spamLimits.groupsADay);
  return found.map(({ at }) => at);
}
