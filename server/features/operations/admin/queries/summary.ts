import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { adminSummary } from '#contract/operations/admin.ts';
import { currentFigures } from '#features/operations/analytics/queries.ts';
import { totalOf } from '#platform/row-counts/queries.ts';
import { rowCounts } from '#platform/row-counts/tables.ts';
import { comments, heldComments } from '#features/events/comments/tables.ts';
import { pendingReviewOf } from '#features/events/contact/queries.ts';
import { contacts } from '#features/events/contact/tables.ts';
import type { Reader } from '#platform/db/database.ts';
import { events } from '#features/events/events/tables.ts';
import { idsToReview } from '#features/community/groups/queries/groups.ts';
import { messages } from '#features/events/messages/tables.ts';
import { reportCases } from '#features/safety/reports/tables.ts';
import { week } from '#contract/platform/durations.ts';
import { countRows } from './parts.ts';

type Summary = Omit<z.output<(typeof adminSummary)['response']>, 'papersToReview'>;

/** Returns the site's totals and pending counts; none needs a full table scan. */
export async function summary(db: Reader, now: Date): Promise<Summary> {
  const weekAgo = new Date(now.getTime() - week);
  const { totalUsers, activeUsers, totalGroups, totalEvents } = await currentFigures(db, now);
  const [counted] = await db
    .select({
      waitingGroups: countRows(sql`${idsToReview} to_review`),
      upcomingEvents: countRows(
        sql`${events} where ${events.status} = 'scheduled' and ${events.startTime} > ${now}`,
      ),
      comments: totalOf('comments'),
      waitingComments: countRows(sql`${heldComments} where ${heldComments.hiddenAt} is null`),
      waitingMessages: countRows(
        sql`(select from ${messages} where ${messages.state} = 'held'
          union all select from ${contacts} where ${pendingReviewOf}) held`,
      ),
      waitingReports: countRows(sql`${reportCases} where ${reportCases.dueBy} is not null`),
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
