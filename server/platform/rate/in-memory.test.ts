import { expect, it, onTestFinished, vi } from 'vitest';
import { minute } from '#contract/platform/durations.ts';
import { countInMemory, mostSubjects } from './in-memory.ts';

it('counts a number of subjects at a time, and forgets the oldest', async () => {
  const counter = countInMemory(String);
  for (let call = 0; call < 10; call += 1) await counter.add('sign_in', ['first']);
  for (let call = 0; call < 10; call += 1) await counter.add('guess', ['second']);
  expect(await counter.add('sign_in', ['first'])).toBeGreaterThan(0);
  for (let each = 1; each < mostSubjects; each += 1)
    await counter.add('guess', [`made up ${each}`]);
  expect(counter.size()).toBe(mostSubjects);
  expect(await counter.add('sign_in', ['first'])).toBe(0);
  expect(counter.size()).toBe(mostSubjects);
});

it('removes expired counts at any next call', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const counter = countInMemory(String);
  for (let each = 0; each < 100; each += 1) await counter.add('sign_in', [`address ${each}`]);
  await counter.add('guess', ['account a']);
  expect(counter.size()).toBe(101);
  vi.setSystemTime(2 * minute);
  await counter.add('write', ['address b']);
  expect(counter.size()).toBe(2);
});
