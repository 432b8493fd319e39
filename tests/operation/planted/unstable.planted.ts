import { expect, test } from 'vitest';

let tries = 0;

test('passes each time', () => {
  expect(1 + 1).toBe(2);
});

test('fails at first', () => {
  tries += 1;
  expect(tries).toBeGreaterThan(Number(process.env['PLANTED_FAILURES']));
});
