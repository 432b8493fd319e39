import { afterAll, expect, it } from 'vitest';
import { projectFile } from './files.ts';
import type { FixtureOrder } from './thread.fixture.ts';
import { threadOnDemand } from './thread.ts';

const thread = threadOnDemand<FixtureOrder, string>(
  projectFile('server/platform/process/thread.fixture.ts'),
  { memoryMb: 64, longestMs: 2_000 },
);
afterAll(thread.close);

it.each<[FixtureOrder, RegExp]>([
  ['run', /the thread has ended/],
  ['fill', /memory limit/],
])('an endless order to %s is given up, and the next is answered', async (order, reason) => {
  await expect(thread.ask(order)).rejects.toThrow(reason);
  expect(await thread.ask('answer')).toBe('answered');
});
