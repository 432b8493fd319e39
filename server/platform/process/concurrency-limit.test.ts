import { describe, expect, it } from 'vitest';
import { concurrencyLimit } from './concurrency-limit.ts';

const tooBusy = () => new Error('busy');

describe('a concurrency limit', () => {
  it('keeps no place for one that failed', async () => {
    const enter = concurrencyLimit({ atOnce: 1, waiting: 1, tooBusy });
    for (let round = 0; round < 3; round += 1) {
      const failing = enter(() => Promise.reject(new Error('broken')));
      const waiting = enter(async () => 'done');
      await expect(enter(async () => 'late')).rejects.toThrow('busy');
      await expect(failing).rejects.toThrow('broken');
      expect(await waiting).toBe('done');
    }
  });

  it('lets no more through than it should', async () => {
    const enter = concurrencyLimit({ atOnce: 2, waiting: 10, tooBusy });
    let [running, most] = [0, 0];
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
    };
    await Promise.all(Array.from({ length: 12 }, () => enter(work)));
    expect(most).toBe(2);
  });
});
