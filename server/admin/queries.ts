import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { adminSummary } from '../../contract/admin.ts';
import { users } from '../accounts/tables.ts';
import { comments } from '../comments/tables.ts';
import type { Reader } from '../db/database.ts';
import { events } from '../events/tables.ts';
import { groups } from '../groups/tables.ts';

const week = 7 * 24 * 60 * 60 * 1000;

type Summary = z.output<(typeof adminSummary)['response']>;

/** How much there is on the site, and what waits; each number along an index of its own. */
export async function summary(db: Reader, now: Date): Promise<Summary> {
  const weekAgo = new Date(now.getTime() - week);
  const { rows } = await db.execute<Summary & Record<string, unknown>>(sql`
    select
      (select count(*)::int from ${users}) as "users",
      (select count(*)::int from ${users} where is_active) as "activeUsers",
      (select count(*)::int from ${groups}) as "groups",
      (select count(*)::int from ${groups} where status = 'pending_approval') as "waitingGroups",
      (select count(*)::int from ${events}) as "events",
      (select count(*)::int from ${events} where status = 'scheduled' and start_time > ${now}) as "upcomingEvents",
      (select count(*)::int from ${comments}) as "comments",
      (select count(*)::int from ${comments} where created_at > ${weekAgo}) as "newComments"`);
  const [row] = rows;
  if (!row) throw new Error('a count returned no row');
  return row;
}
