import type { Config } from '#platform/config.ts';
import type { Transaction } from '#platform/db/database.ts';
import { demand } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { lockQuota } from '#features/base/quotas/mutations.ts';
import { quotaRefusal } from '#features/base/quotas/policy.ts';
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
