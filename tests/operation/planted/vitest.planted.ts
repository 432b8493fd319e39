import { describe, expect, test } from 'vitest';

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
    // Blocks its thread, time limits included, without using the processor.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    expect(2 + 2).toBe(4);
  });
});
