import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import { rateLimits, type CountedKind, type Counter } from './limits.ts';
import { countInMemory } from './in-memory.ts';
import { rateCounts } from './tables.ts';
import { minute } from '#contract/platform/durations.ts';

/** The interval at which a process removes expired counts, and the number it removes at a time. */
const sweepEveryMs = minute;
const maxSwept = 5_000;
/** The number of refused subjects that a process remembers. */
const maxRefused = 10_000;

interface Count {
  subject: string;
  calls: number;
  waitMs: number;
}

/**
 * Counts in the database, for all its processes, by its clock. Each process remembers the subjects
 * over their limit until their time is up, so that a flood of calls doesn't reach the database.
 * @param mark hashes a subject with a key that no row contains, the same in every process
 */
export function countInDatabase(db: Database, mark: (value: string) => string): Counter {
  const refusedUntil = new Map<string, number>();
  /** This process's share of the points of calls that write. */
  const own = countInMemory(mark);
  let sweptAt = performance.now();

  const keyOf = (rate: string, subject: string) => mark(`${rate} ${subject}`);

  const remember = async (full: Count[], now: number) => {
    if (refusedUntil.size > maxRefused) refusedUntil.clear();
    for (const { subject, waitMs } of full) refusedUntil.set(subject, now + waitMs);
    if (now - sweptAt <= sweepEveryMs) return;
    for (const [key, until] of refusedUntil) if (until <= now) refusedUntil.delete(key);
    // If more remains than one statement removes, the next call continues.
    if ((await sweep(db)) < maxSwept) sweptAt = now;
  };

  const add: Counter['add'] = async (rate, subjects, points = 1) => {
    const { points: most, duration } = rateLimits[rate];
    const keys = subjects.map((subject) => keyOf(rate, subject)).toSorted();
    const now = performance.now();
    const remainingMs = Math.max(...keys.map((key) => (refusedUntil.get(key) ?? 0) - now));
    if (remainingMs > 0) return remainingMs;

    const counts = await addTo(db, keys, points, duration);
    const over = counts.filter(({ calls }) => calls > most);
    await remember(over, now);
    if (isWriting(rate)) await own.add(rate, subjects, points);
    return Math.max(0, ...over.map(({ waitMs }) => Math.max(1, waitMs)));
  };
  const addAtOnce: Counter['addAtOnce'] = async (rate, subjects, points) => {
    // If the database fails, this process's count still holds.
    const share = async () => {
      const keys = subjects.map((subject) => keyOf(rate, subject)).toSorted();
      await addTo(db, keys, points, rateLimits[rate].duration);
    };
    void share().catch(() => {});
    return own.add(rate, subjects, points);
  };
  const fills: Counter['fills'] = async (rate, subject) => {
    const { points, duration } = rateLimits[rate];
    const key = keyOf(rate, subject);
    const now = performance.now();
    if ((refusedUntil.get(key) ?? 0) > now) return false;
    const counts = await addTo(db, [key], 1, duration);
    await remember(
      counts.filter(({ calls }) => calls >= points),
      now,
    );
    return counts.some(({ calls }) => calls === points);
  };
  return { add, addAtOnce, fills, refund: (rate, subject) => refund(db, keyOf(rate, subject)) };
}

const isWriting = (rate: CountedKind) => rate === 'write' || rate === 'moderation';

const keyAt = (index: number) => `key${index}`;

/**
 * A count that ends later than any limit allows was set by a clock that ran ahead, and counts as
 * expired. Rows are updated in key order, so that two calls that share both never deadlock.
 */
async function addTo(
  db: Database,
  keys: string[],
  points: number,
  seconds: number,
): Promise<Count[]> {
  const named = keys.map((key, index) => [keyAt(index), key] as const);
  return addPoints(db, keys.length).execute({ ...Object.fromEntries(named), points, seconds });
}

const pointsParam = sql`${sql.placeholder('points')}::int`;

const endAhead = (times: number) =>
  sql`now() + ${sql.raw(String(times))} * make_interval(secs => ${sql.placeholder('seconds')}::int)`;

/**
 * A named statement, planned once and sent with the frequent reads, because changes wait for it.
 */
const addPoints = (db: Database, subjects: number) =>
  statement(db, `count_calls_${subjects}`, (own) => {
    const { calls, resetsAt } = rateCounts;
    const isOver = sql`(${resetsAt} <= now() or ${resetsAt} > ${endAhead(2)})`;
    return own
      .insert(rateCounts)
      .values(
        Array.from({ length: subjects }, (_, index) => ({
          subject: sql.placeholder(keyAt(index)),
          calls: pointsParam,
          resetsAt: endAhead(1),
        })),
      )
      .onConflictDoUpdate({
        target: rateCounts.subject,
        set: {
          calls: sql`case when ${isOver} then ${pointsParam} else ${calls} + ${pointsParam} end`,
          resetsAt: sql`case when ${isOver} then excluded.resets_at else ${resetsAt} end`,
        },
      })
      .returning({
        subject: rateCounts.subject,
        calls,
        waitMs: sql<number>`(extract(epoch from ${resetsAt} - now()) * 1000)::float8`,
      });
  });

async function refund(db: Database, key: string): Promise<void> {
  await db
    .update(rateCounts)
    .set({ calls: sql`${rateCounts.calls} - 1` })
    .where(and(eq(rateCounts.subject, key), gt(rateCounts.calls, 0)));
}

/** Removes expired counts and returns their number. */
async function sweep(db: Database): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${rateCounts} where subject in (
      select subject from ${rateCounts} where resets_at <= now()
      order by resets_at limit ${maxSwept} for update skip locked)`);
  return rowCount ?? 0;
}
