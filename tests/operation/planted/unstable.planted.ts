import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const marker = join(process.env['TEST_RESULTS'] ?? '', 'tried');
const isFirstTry = !existsSync(marker);
const number = Number(process.env['PLANTED_UNSTABLE']);

afterAll(() => writeFileSync(marker, ''));

test('passes each time', () => {
  expect(1 + 1).toBe(2);
});

for (const at of Array.from({ length: Math.abs(number) }, (_, index) => index + 1)) {
  test(`fails the first time ${at}`, () => {
    expect(isFirstTry || number < 0).toBe(false);
  });
}
