import { and, countDistinct, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.ts';
import { events } from '../events/tables.ts';
import { groups } from '../groups/tables.ts';
import { minute } from '../../../contract/durations.ts';

export interface Numbers {
  groups: number;
  upcomingEvents: number;
  towns: number;
}

const keptFor = 5 * minute;
const kept = new WeakMap<Database, { at: number; numbers: Promise<Numbers> }>();

/** Counted at most once in five minutes: the same for everyone, and too much to count for each visitor. */
export function currentNumbers(db: Database, now: Date): Promise<Numbers> {
  const known = kept.get(db);
  if (known && Math.abs(now.getTime() - known.at) < keptFor) return known.numbers;
  const numbers = count(db, now);
  kept.set(db, { at: now.getTime(), numbers });
  numbers.catch(() => kept.delete(db));
  return numbers;
}

async function count(db: Database, now: Date): Promise<Numbers> {
  const [ahead] = await db
    .select({ upcomingEvents: sql<number>`count(*)::int`, towns: countDistinct(events.town) })
    .from(events)
    .innerJoin(groups, eq(groups.id, events.groupId))
    .where(
      and(
        sql`${events.status} = 'scheduled'`,
        sql`${groups.status} = 'approved'`,
        gt(events.startTime, now),
      ),
    );
  const approved = await db.$count(groups, sql`${groups.status} = 'approved'`);
  return { groups: approved, upcomingEvents: ahead?.upcomingEvents ?? 0, towns: ahead?.towns ?? 0 };
}
