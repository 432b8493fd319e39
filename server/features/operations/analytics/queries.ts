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
      suspended: sql<number>`(select count(*) from ${users} where not ${users.isActive})`.mapWith(
        Number,
      ),
      newUsers: sql<number>`(${db
        .select({ count: sql`count(*)` })
        .from(users)
        .where(gt(users.createdAt, aWeekAgo))})`.mapWith(Number),
      newGroups: sql<number>`(${db
        .select({ count: sql`count(*)` })
        .from(groups)
        .where(gt(groups.createdAt, aWeekAgo))})`.mapWith(Number),
    })
    .from(rowCounts);
  const { totalUsers, totalGroups, totalEvents, suspended, newUsers, newGroups } =
    counted ?? nothing;
  return {
    totalUsers,
    activeUsers: totalUsers - suspended,
    totalGroups,
    totalEvents,
    recentActivity: { newUsersThisWeek: newUsers, newGroupsThisWeek: newGroups },
  };
}

const nothing = {
  totalUsers: 0,
  totalGroups: 0,
  totalEvents: 0,
  suspended: 0,
  newUsers: 0,
  newGroups: 0,
};

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
