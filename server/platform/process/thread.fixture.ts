import { serveThread } from './thread.ts';

/** An order of the tests: to answer, to run for ever, or to take all memory. */
export type FixtureOrder = 'answer' | 'run' | 'fill';

const runs = {
  answer: () => 'answered',
  run: () => {
    for (;;);
  },
  fill: () => {
    const taken: number[][] = [];
    for (;;) taken.push(Array.from({ length: 100_000 }, Math.random));
  },
};

serveThread((order: FixtureOrder): string => runs[order]());
