import { serveThread } from './thread.ts';

/** An order of the tests: to answer, to run for ever, or to take all memory. */
export type FixtureOrder = 'answer' | 'run' | 'fill';

serveThread((order: FixtureOrder): string => {
  const taken: number[][] = [];
  while (order !== 'answer') {
    if (order === 'fill') taken.push(Array.from({ length: 100_000 }, Math.random));
  }
  return 'answered';
});
