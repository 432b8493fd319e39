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
import { imports } from '#features/events/imports/tables.ts';
import { events } from '../tables.ts';

interface GroupOfDates {
  id: number;
  status: string;
}

/** Dates of an import that was taken back within a day count, so that taking back is no way round. */
const goneSince = (whose: SQL, now: Date) => sql`
  select coalesce(sum(dates_gone), 0) from ${imports}
  where ${whose} and dates_gone > 0 and gone_at > ${new Date(now.getTime() - day).toISOString()}`;

const comingIn = (groupId: number | SQL, now: Date) => sql`
  select (select count(*) from ${events}
    where group_id = ${groupId} and start_time > ${now.toISOString()} and status <> 'cancelled')
    + (${goneSince(sql`group_id = ${groupId}`, now)})`;

/** Only counted for a new account: all upcoming dates it has created. */
const ownComing = (viewer: Viewer, now: Date) => sql`
  case when ${users.createdAt} > ${new Date(now.getTime() - newAccountDays * day).toISOString()} then (
    select (select count(*) from ${events}
      where created_by_id = ${viewer.id} and start_time > ${now.toISOString()})
      + (${goneSince(sql`created_by_id = ${viewer.id}`, now)})) end`;

/** Counts the upcoming dates of a group, and a new account's own. */
export async function measuredDates(
  db: Reader,
  viewer: Viewer,
  group: GroupOfDates,
  config: Config,
  now: Date,
): Promise<{ ofGroup: MeasuredQuota; own: MeasuredQuota | undefined }> {
  const counts = { ofGroup: comingIn(group.id, now), own: ownComing(viewer, now) };
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
    select organised.id, (${comingIn(sql`organised.id`, now)})::int as dates
    from unnest(${sql.param(ids)}::int[]) organised (id)`);
  const dates = new Map(rows.map((row) => [row.id, row.dates]));
  const notices = organised.map(({ id, status }) => {
    const ofGroup = groupDatesQuota(config.quotas, status === 'approved', dates.get(id) ?? 0);
    return [id, quotaNotice([ofGroup, ...own])] as const;
  });
  return new Map(notices.flatMap(([id, notice]) => (notice ? [[id, notice]] : [])));
}
