import { minute, second } from '#contract/platform/durations.ts';
import { limits, type Counter } from './limits.ts';

interface Count {
  calls: number;
  /** The end of the count's period, by the process's clock. */
  resetsAt: number;
}

/** The most subjects counted at a time: 10 MB of them. Beyond that the oldest are dropped. */
export const mostSubjects = 100_000;

/**
 * Counts in this process, for the embedded database, which has only one.
 * @param mark hashes a subject, so that each takes the same few bytes, whatever was typed
 */
export function countInMemory(mark: (value: string) => string): Counter & { size: () => number } {
  const counts = new Map<string, Count>();
  let prunedAt = Date.now();

  /** Removes expired counts once a minute. */
  const prune = (now: number) => {
    if (Math.abs(now - prunedAt) < minute) return;
    prunedAt = now;
    for (const [key, { resetsAt }] of counts) if (resetsAt <= now) counts.delete(key);
  };

  const countFor = (key: string, seconds: number): Count => {
    const now = Date.now();
    prune(now);
    const existing = counts.get(key);
    const length = seconds * second;
    // A count that ends later than any limit allows was set by a clock that ran ahead, and counts
    // as expired.
    if (existing && existing.resetsAt > now && existing.resetsAt <= now + length) return existing;
    const fresh = { calls: 0, resetsAt: now + length };
    // Moves the subject to the end, so that the first is the oldest.
    counts.delete(key);
    counts.set(key, fresh);
    const [first] = counts.size > mostSubjects ? counts.keys() : [];
    if (first !== undefined) counts.delete(first);
    return fresh;
  };

  const keyOf = (rate: string, subject: string) => mark(`${rate} ${subject}`);
  const add: Counter['add'] = async (rate, subjects, points = 1) => {
    const { points: most, duration } = limits[rate];
    for (const subject of subjects) {
      const count = countFor(keyOf(rate, subject), duration);
      count.calls += points;
      if (count.calls > most) return Math.max(1, count.resetsAt - Date.now());
    }
    return 0;
  };
  return {
    add,
    addAtOnce: add,
    fills: async (rate, subject) => {
      const { points, duration } = limits[rate];
      const count = countFor(keyOf(rate, subject), duration);
      count.calls += 1;
      return count.calls === points;
    },
    refund: async (rate, subject) => {
      const existing = counts.get(keyOf(rate, subject));
      if (existing && existing.calls > 0) existing.calls -= 1;
    },
    size: () => counts.size,
  };
}
