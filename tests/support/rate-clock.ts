import { sql } from 'drizzle-orm';
import { onTestFinished, vi } from 'vitest';
import { rateCounts } from '#platform/rate/tables.ts';
import type { TestApp } from './app.ts';

/**
 * Advances the rate limiter's clock, which isn't the application's, by some minutes until the test
 * ends.
 */
export async function advanceRateClock(
  { db, engine }: Pick<TestApp, 'db' | 'engine'>,
  minutes: number,
): Promise<void> {
  if (engine === 'embedded') {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(now + minutes * 60_000);
    onTestFinished(() => void vi.useRealTimers());
  } else {
    const passed = sql`${rateCounts.resetsAt} - make_interval(mins => ${minutes})`;
    await db.update(rateCounts).set({ resetsAt: passed });
  }
}
