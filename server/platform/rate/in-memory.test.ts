import { expect, it } from 'vitest';
import { countInMemory, maxSubjects } from './in-memory.ts';

it('the counter counts a number of subjects at a time, and forgets the least recent', async () => {
  const counter = countInMemory(String);
  const addOthers = async (number: number) => {
    for (let each = 0; each < number; each += 1) await counter.add('guess', [`made up ${each}`]);
  };
  for (let call = 0; call < 10; call += 1) await counter.add('sign_in', ['first']);
  await addOthers(maxSubjects - 1);
  expect(await counter.add('sign_in', ['first'])).toBeGreaterThan(0);
  await addOthers(maxSubjects);
  expect(await counter.add('sign_in', ['first'])).toBe(0);
});
