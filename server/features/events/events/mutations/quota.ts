import type { Config } from '#platform/config.ts';
import type { Transaction } from '#platform/db/database.ts';
import { demand, Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { lockQuota } from '#features/base/quotas/mutations.ts';
import { quotaRefusal } from '#features/base/quotas/policy.ts';
import { measuredDates } from '../queries/quota.ts';

/**
 * Reserves dates of a group, which must be locked against changes of its status. `created` counts
 * those that the viewer creates, `added` how many more will take place.
 * @throws Refusal `quota`
 */
export async function requireDatesQuota(
  tx: Transaction,
  viewer: Viewer,
  group: { id: number; status: string },
  { created, added = created }: { created: number; added?: number },
  config: Config,
  now: Date,
): Promise<void> {
  if (created === 0 && added <= 0) return;
  const [, , { ofGroup, own }] = await Promise.all([
    lockQuota(tx, 'comingDates', group.id),
    lockQuota(tx, 'comingDates', viewer.id),
    measuredDates(tx, viewer, group, config, now),
  ]);
  if (added > 0) demand(quotaRefusal([ofGroup], added));
  if (own) demand(quotaRefusal([own], created));
}

/**
 * Refuses many dates at once before any is created, in a sentence with both numbers.
 * @param what the dates: 'This file has 640 dates to come.'
 * @throws Refusal `quota`
 */
export async function requireDatesTogether(
  tx: Transaction,
  viewer: Viewer,
  group: { id: number; status: string },
  { created, what }: { created: number; what: string },
  config: Config,
  now: Date,
): Promise<void> {
  const { ofGroup, own } = await measuredDates(tx, viewer, group, config, now);
  const refusal = quotaRefusal(own ? [ofGroup, own] : [ofGroup], created);
  if (!refusal?.quota) return;
  throw new Refusal('quota', `${what} ${refusal.message}`, { quota: refusal.quota });
}
