import { describe, expect, it } from 'vitest';
import { testRefusal } from './policy.ts';

describe('a test message', () => {
  it.each([
    [true, true, undefined],
    [false, true, 'forbidden'],
    [false, false, undefined],
  ])('to a confirmed address: %s, on a site with mail: %s', (emailVerified, sendsMail, code) => {
    expect(testRefusal({ emailVerified }, sendsMail)?.code).toBe(code);
  });
});
