import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { day } from '#contract/platform/durations.ts';
import type { Reader } from '#platform/db/database.ts';
import { minSharedBands, spamLimits } from './policy.ts';
import { textPrints } from './tables.ts';

const copySpan = spamLimits.copyDays * day;

/**
 * Counts how often a text was posted lately: every comment and message, and the groups and events
 * of other members that it describes.
 */
export const copiesOf = (print: unknown, since: Date, userId: string | null) =>
  sql<number>`(select (count(*) filter (where kind in ('comment', 'message'))
      + count(distinct prints.user_id) filter (where kind not in ('comment', 'message') and prints.user_id is distinct from ${userId}))::int
    from ${textPrints} prints where prints.print = ${print} and prints.created_at > ${since})`;

/** Passes whole numbers as one parameter. */
export const intArray = (numbers: number[]) => sql`${`{${numbers.join(',')}}`}::int[]`;

/** Returns the fingerprint of the latest near-identical text; all of them are counted under one. */
export async function similarFingerprint(
  db: Reader,
  bands: number[],
  since: Date,
): Promise<string | undefined> {
  const shared = sql`cardinality(array(select unnest(${textPrints.bands}) intersect select unnest(${intArray(bands)})))`;
  const [found] = await db
    .select({ print: textPrints.print })
    .from(textPrints)
    .where(
      and(
        sql`${textPrints.bands} && ${intArray(bands)}`,
        gt(textPrints.createdAt, since),
        sql`${shared} >= ${minSharedBands}`,
      ),
    )
    .orderBy(desc(textPrints.createdAt), desc(textPrints.id))
    .limit(1);
  return found?.print;
}

export const copiesSince = (now: Date) => new Date(now.getTime() - copySpan);

/** Returns when a member last posted links, latest first. */
export async function linkTimesOf(db: Reader, userId: string, since: Date): Promise<Date[]> {
  const found = await db
    .select({ at: textPrints.createdAt })
    .from(textPrints)
    .where(
      and(
        eq(textPrints.userId, userId),
        gt(textPrints.createdAt, since),
        eq(textPrints.kind, 'comment'),
        textPrints.hasLink,
      ),
    )
    .orderBy(desc(textPrints.createdAt))
    .limit(spamLimits.linksAnHour);
  return found.map(({ at }) => at);
}
