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

  test('passes just before', () => {
    expect(2 + 2).toBe(4);
  });

  test('never ends', () => {
    block();
    expect(2 + 2).toBe(4);
  });

  test('is never begun', () => {
    expect(3 + 3).toBe(6);
  });
});
