import { sql, type SQL } from 'drizzle-orm';
import { day } from '#contract/platform/durations.ts';
import { newAccountDays } from '#contract/platform/limits.ts';
import type { QuotaNotice } from '#contract/platform/quotas.ts';
import type { Config } from '#platform/config.ts';
import type { Reader } from '#platform/db/database.ts';
import type { Viewer } from '#platform/viewer.ts';
import { users } from '#features/base/accounts/tables.ts';
import {
  groupDatesQuota,
  ownDatesQuota,
  quotaNotice,
  type MeasuredQuota,
} from '#features/base/quotas/policy.ts';
import { countsOf } from '#features/base/quotas/queries.ts';
import { events } from '../tables.ts';

interface GroupOfDates {
  id: number;
  status: string;
}

const comingIn = (groupId: number | SQL, now: string) => sql`
  select count(*) from ${events}
  where group_id = ${groupId} and start_time > ${now} and status <> 'cancelled'`;

/** Only counted for a new account: all upcoming dates it has created. */
const ownComing = (viewer: Viewer, now: Date) => sql`
  case when ${users.createdAt} > ${new Date(now.getTime() - newAccountDays * day).toISOString()} then (
    select count(*) from ${events}
    where created_by_id = ${viewer.id} and start_time > ${now.toISOString()}) end`;

/** Counts the upcoming dates of a group, and a new account's own. */
export async function measuredDates(
  db: Reader,
  viewer: Viewer,
  group: GroupOfDates,
  config: Config,
  now: Date,
): Promise<{ ofGroup: MeasuredQuota; own: MeasuredQuota | undefined }> {
  const counts = { ofGroup: comingIn(group.id, now.toISOString()), own: ownComing(viewer, now) };
  const { isNew, used } = await countsOf(db, viewer, counts, now);
  return {
    ofGroup: groupDatesQuota(config.quotas, group.status === 'approved', used.ofGroup),
    own: isNew ? ownDatesQuota(config.quotas, used.own) : undefined,
  };
}

/** Returns a warning by group id, for groups that nearly have as many dates as they can. */
export async function dateNotices(
  db: Reader,
  viewer: Viewer,
  organised: readonly GroupOfDates[],
  config: Config,
  now: Date,
): Promise<Map<number, QuotaNotice>> {
  if (organised.length === 0) return new Map();
  const { isNew, used } = await countsOf(db, viewer, { own: ownComing(viewer, now) }, now);
  const own = isNew ? [ownDatesQuota(config.quotas, used.own)] : [];
  const ids = organised.map(({ id }) => id);
  const { rows } = await db.execute<{ id: number; dates: number }>(sql`
    select organised.id, (${comingIn(sql`organised.id`, now.toISOString())})::int as dates
    from unnest(${sql.param(ids)}::int[]) organised (id)`);
  const dates = new Map(rows.map((row) => [row.id, row.dates]));
  const notices = organised.map(({ id, status }) => {
    const ofGroup = groupDatesQuota(config.quotas, status === 'approved', dates.get(id) ?? 0);
    return [id, quotaNotice([ofGroup, ...own])] as const;
  });
  return new Map(notices.flatMap(([id, notice]) => (notice ? [[id, notice]] : [])));
}
