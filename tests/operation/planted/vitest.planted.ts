import { describe, expect, test } from 'vitest';
import { block } from './block.ts';

describe('planted', () => {
  test('passes', () => {
    expect(1 + 1).toBe(2);
  });

  test.runIf(false)('is skipped', () => {
    expect(1 + 1).toBe(2);
  });

  test('skips itself', ({ skip }) => {
    skip();
  });

  test('fails', () => {
    expect(1 + 1).toBe(3);
  });

  test.runIf(process.env['PLANTED_HANG'])('never ends', () => {
    block();
    expect(2 + 2).toBe(4);
  });
});
