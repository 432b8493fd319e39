import { eq, gt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { getAnalytics, getCharts } from '#contract/operations/analytics.ts';
import { users } from '#features/base/accounts/tables.ts';
import type { Reader } from '#platform/db/database.ts';
import { rowCounts } from '#platform/row-counts/tables.ts';
import { totalOf } from '#platform/row-counts/queries.ts';
import { groups } from '#features/community/groups/tables.ts';
import { snapshots } from './tables.ts';
import { week } from '#contract/platform/durations.ts';

type Figures = z.output<typeof getAnalytics.response>;
export type Charts = z.output<typeof getCharts.response>;

/** Returns the figures of the admin panel: totals from the counters, and the last seven days. */
export async function currentFigures(db: Reader, now: Date): Promise<Figures> {
  const aWeekAgo = new Date(now.getTime() - week);
  const [counted] = await db
    .select({
      totalUsers: totalOf('users'),
      totalGroups: totalOf('groups'),
      totalEvents: totalOf('events'),
      suspended: db.$count(users, sql`not ${users.isActive}`),
      newUsers: db.$count(users, gt(users.createdAt, aWeekAgo)),
      newGroups: db.$count(groups, gt(groups.createdAt, aWeekAgo)),
    })
    .from(rowCounts);
  if (!counted) throw new Error('a count returned no row');
  const { suspended, newUsers, newGroups, ...totals } = counted;
  return {
    ...totals,
    activeUsers: totals.totalUsers - suspended,
    recentActivity: { newUsersThisWeek: newUsers, newGroupsThisWeek: newGroups },
  };
}

export interface Snapshot {
  value: Charts;
  countedAt: Date;
  tookMs: number;
}

export const chartsName = 'charts';

/** Returns the charts as last counted. */
export async function lastCharts(db: Reader): Promise<Snapshot | undefined> {
  const [row] = await db.select().from(snapshots).where(eq(snapshots.name, chartsName));
  return row && { value: row.value as Charts, countedAt: row.countedAt, tookMs: row.tookMs };
}
