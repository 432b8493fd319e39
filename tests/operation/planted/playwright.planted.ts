import { expect, test } from '@playwright/test';

test.describe('planted', () => {
  test('passes', () => {
    expect(1 + 1).toBe(2);
  });

  test.skip('is skipped', () => {
    expect(1 + 1).toBe(2);
  });

  test('skips itself', () => {
    test.skip();
  });

  test('fails', () => {
    expect(1 + 1).toBe(3);
  });

  test('fails at first', () => {
    expect(test.info().retry).toBe(1);
  });
});
