import { LRUCache } from 'lru-cache';
import { second } from '#contract/platform/durations.ts';
import { rateLimits, type Counter } from './limits.ts';

/** The most subjects counted at a time: 10 MB of them. Beyond that the least recent are dropped. */
export const maxSubjects = 100_000;

/**
 * Counts in this process, for the embedded database, which has only one.
 * @param mark hashes a subject, so that each takes the same few bytes, whatever was typed
 */
export function countInMemory(mark: (value: string) => string): Counter {
  // Counts end by `performance.now()`, which nobody sets back.
  const counts = new LRUCache<string, { calls: number }>({ max: maxSubjects, ttlResolution: 0 });

  const keyOf = (rate: string, subject: string) => mark(`${rate} ${subject}`);

  const countFor = (key: string, seconds: number) => {
    const existing = counts.get(key);
    if (existing) return existing;
    const fresh = { calls: 0 };
    counts.set(key, fresh, { ttl: seconds * second });
    return fresh;
  };

  const add: Counter['add'] = async (rate, subjects, points = 1) => {
    const { points: most, duration } = rateLimits[rate];
    for (const subject of subjects) {
      const key = keyOf(rate, subject);
      const count = countFor(key, duration);
      count.calls += points;
      if (count.calls > most) return Math.max(1, counts.getRemainingTTL(key));
    }
    return 0;
  };
  return {
    add,
    addAtOnce: add,
    fills: async (rate, subject) => {
      const { points, duration } = rateLimits[rate];
      const count = countFor(keyOf(rate, subject), duration);
      count.calls += 1;
      return count.calls === points;
    },
    refund: async (rate, subject) => {
      const existing = counts.get(keyOf(rate, subject));
      if (existing && existing.calls > 0) existing.calls -= 1;
    },
  };
}
