import { minute } from '#contract/platform/durations.ts';
import type { Reader } from '#platform/db/database.ts';
import type { Job } from './runner.ts';
import { jobs as slots } from './tables.ts';

/** A job that has not finished for so many of its intervals is late. */
const lateIntervals = 3;

/** The time that a process gives the jobs to catch up, after a site stood still. */
const catchUpMs = 10 * minute;

type Timed = Pick<Job, 'name' | 'everyMs'>;

/**
 * Names the jobs that no process has finished for three of their intervals. A job that never
 * finished counts from the start of this process.
 */
export async function lateJobs(
  db: Reader,
  jobs: readonly Timed[],
  startedAt: Date,
  now: Date,
): Promise<string[]> {
  const rows = await db.select({ name: slots.name, endedAt: slots.endedAt }).from(slots);
  const ended = new Map(rows.map(({ name, endedAt }) => [name, endedAt]));
  const since = (at: Date) => now.getTime() - at.getTime();
  return jobs
    .filter(({ name, everyMs }) => {
      const longest = lateIntervals * everyMs;
      const hasHadTime = since(startedAt) > Math.min(longest, catchUpMs);
      return hasHadTime && since(ended.get(name) ?? startedAt) > longest;
    })
    .map(({ name }) => name);
}
