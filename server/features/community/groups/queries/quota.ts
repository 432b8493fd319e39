import { sql } from 'drizzle-orm';
import type { QuotaNotices } from '#contract/base/quota-calls.ts';
import type { Config } from '#platform/config.ts';
import type { Reader } from '#platform/db/database.ts';
import type { Viewer } from '#platform/viewer.ts';
import { measuredPictures } from '#features/base/media/queries.ts';
import {
  quotaNotice,
  unapprovedGroupQuota,
  type MeasuredQuota,
} from '#features/base/quotas/policy.ts';
import { countsOf } from '#features/base/quotas/queries.ts';
import { groups } from '../tables.ts';

/** Counts the viewer's unapproved groups: pending, rejected, or hidden before approval. */
export async function measuredUnapprovedGroups(
  db: Reader,
  viewer: Viewer,
  config: Config,
  now: Date,
): Promise<MeasuredQuota> {
  const counts = {
    groups: sql`select count(*) from ${groups} where created_by_id = ${viewer.id}
      and status in ('pending_approval', 'rejected', 'hidden') and hidden_from is distinct from 'approved'`,
  };
  const { isNew, used } = await countsOf(db, viewer, counts, now);
  return unapprovedGroupQuota(config.quotas, isNew, used.groups);
}

/** Returns the remaining quota if it is low, so a form can say so before it is filled in. */
export async function quotaNotices(
  db: Reader,
  viewer: Viewer,
  config: Config,
  now: Date,
): Promise<QuotaNotices> {
  const [groupsLeft, { pictures, bytes }] = await Promise.all([
    measuredUnapprovedGroups(db, viewer, config, now),
    measuredPictures(db, viewer, undefined, config, now),
  ]);
  const unapprovedGroups = quotaNotice([groupsLeft]);
  const ofPictures = quotaNotice([pictures, bytes]);
  return {
    ...(unapprovedGroups && { unapprovedGroups }),
    ...(ofPictures && { pictures: ofPictures }),
  };
}
