import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { minute, second } from '#contract/platform/durations.ts';
import { logPoolWaits } from './waiting-pool.ts';

afterEach(() => void vi.useRealTimers());

it('the pool logs at once that calls wait, and then once a minute how many and how long', () => {
  vi.useFakeTimers();
  const pool = new EventEmitter();
  const reported: unknown[] = [];
  logPoolWaits(pool, { warn: (facts: unknown) => void reported.push(facts) });
  const waited = (ms: number) => pool.emit('waited', ms);
  waited(second - 1);
  expect(reported.splice(0)).toEqual([]);
  waited(1_234.5);
  for (const ms of [2_000, 5_000, 30]) waited(ms);
  expect(reported.splice(0)).toEqual([{ waits: 1, longestMs: 1_235 }]);
  vi.advanceTimersByTime(minute);
  expect(reported.splice(0)).toEqual([{ waits: 2, longestMs: 5_000 }]);
  vi.advanceTimersByTime(minute);
  expect(reported.splice(0)).toEqual([]);
  waited(1_000);
  expect(reported.splice(0)).toEqual([{ waits: 1, longestMs: 1_000 }]);
});
