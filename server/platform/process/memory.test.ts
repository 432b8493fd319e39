import { totalmem } from 'node:os';
import { expect, test } from 'vitest';
import { memoryLimit, memoryWarning } from './memory.ts';

const megabyte = 1024 * 1024;
const embedded = { databaseUrl: undefined };

test('too little memory for the embedded database causes one warning', () => {
  expect(memoryWarning(embedded, 384 * megabyte)).toBe(
    'The site has 384 MB of memory, and needs 512 MB with the embedded database. ' +
      'If it stops without a message, give it more memory or set DATABASE_URL.',
  );
});

test('enough memory, or an external database, causes none', () => {
  expect(memoryWarning(embedded, 512 * megabyte)).toBeUndefined();
  expect(memoryWarning({ databaseUrl: 'postgres://x' }, 256 * megabyte)).toBeUndefined();
});

test("the memory limit is at most the machine's memory", () => {
  expect(memoryLimit()).toBeGreaterThan(0);
  expect(memoryLimit()).toBeLessThanOrEqual(totalmem());
});
