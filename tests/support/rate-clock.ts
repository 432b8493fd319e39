import { sql } from 'drizzle-orm';
import { onTestFinished, vi } from 'vitest';
import { minute } from '#contract/platform/durations.ts';
import { rateCounts } from '#platform/rate/tables.ts';
import type { TestApp } from './app.ts';

const realNow = performance.now.bind(performance);
let ahead = 0;

/**
 * Advances the rate limiter's clock, which isn't the application's, by some minutes until the test
 * ends.
 */
export async function advanceRateClock(
  { db, engine }: Pick<TestApp, 'db' | 'engine'>,
  minutes: number,
): Promise<void> {
  if (engine === 'embedded') {
    ahead += minutes * minute;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + ahead);
    onTestFinished(() => {
      ahead = 0;
      clock.mockRestore();
    });
  } else {
    const passed = sql`${rateCounts.resetsAt} - make_interval(mins => ${minutes})`;
    await db.update(rateCounts).set({ resetsAt: passed });
  }
}
