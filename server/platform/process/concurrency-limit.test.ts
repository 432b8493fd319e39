import { describe, expect, it } from 'vitest';
import { concurrencyLimit } from './concurrency-limit.ts';

const tooBusy = () => new Error('busy');

describe('a concurrency limit', () => {
  it('frees the place of a failed task', async () => {
    const enter = concurrencyLimit({ atOnce: 1, waiting: 1, tooBusy });
    for (let round = 0; round < 3; round += 1) {
      const failing = enter(() => Promise.reject(new Error('broken')));
      const waiting = enter(async () => 'done');
      await expect(enter(async () => 'late')).rejects.toThrow('busy');
      await expect(failing).rejects.toThrow('broken');
      expect(await waiting).toBe('done');
    }
  });
});
