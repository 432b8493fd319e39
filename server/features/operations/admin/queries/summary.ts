import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { adminSummary } from '#contract/operations/admin.ts';
import { currentFigures } from '#features/operations/analytics/queries.ts';
import { totalOf } from '#platform/row-counts/queries.ts';
import { rowCounts } from '#platform/row-counts/tables.ts';
import { comments } from '#features/events/comments/tables.ts';
import type { Reader } from '#platform/db/database.ts';
import { events } from '#features/events/events/tables.ts';
import { rowsAwaitingAdmins } from '#features/operations/site-stats/queries.ts';
import { reportCases } from '#features/safety/reports/tables.ts';
import { week } from '#contract/platform/durations.ts';
import { countRows } from './parts.ts';

type Summary = Omit<z.output<(typeof adminSummary)['response']>, 'papersToReview'>;

/** Returns the site's totals and pending counts; none needs a full table scan. */
export async function readSummary(db: Reader, now: Date): Promise<Summary> {
  const weekAgo = new Date(now.getTime() - week);
  const { totalUsers, activeUsers, totalGroups, totalEvents } = await currentFigures(db, now);
  const [counted] = await db
    .select({
      waitingGroups: countRows(rowsAwaitingAdmins.groups),
      upcomingEvents: countRows(
        sql`${events} where ${events.status} = 'scheduled' and ${events.startTime} > ${now}`,
      ),
      comments: totalOf('comments'),
      waitingComments: countRows(rowsAwaitingAdmins.comments),
      waitingMessages: countRows(rowsAwaitingAdmins.messages),
      waitingReports: countRows(rowsAwaitingAdmins.reports),
      overdueReports: countRows(sql`${reportCases} where ${reportCases.dueBy} < ${now}`),
      newComments: countRows(sql`${comments} where ${comments.createdAt} > ${weekAgo}`),
    })
    .from(rowCounts);
  if (!counted) throw new Error('a count returned no row');
  return {
    users: totalUsers,
    activeUsers,
    groups: totalGroups,
    events: totalEvents,
    ...counted,
  };
}
