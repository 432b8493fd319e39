import { defineConfig } from 'vitest/config';

const pageTests = ['contract/**/*.test.ts', 'web/**/*.test.{ts,tsx}'];
const apiTests = ['server/**/*.api.test.ts'];
const engineTests = ['server/db/embedded/*.test.ts', 'tests/{postgres,operation,faults}/*.test.ts'];

/** The same tests of the API on each of the two databases. */
const api = (engine: 'embedded' | 'postgres') => ({
  extends: true as const,
  test: {
    name: engine,
    include: apiTests,
    // Node runs the server's own files as it does in production.
    experimental: { viteModuleRunner: false },
    // Each file has an application and a database of its own; what they import is loaded once.
    isolate: false,
    globalSetup: `tests/support/${engine}.setup.ts`,
  },
});

export default defineConfig({
  test: {
    // What is told of each test as it begins and ends is what `npm test` counts.
    runner: 'scripts/test/reporters/vitest-runner.mjs',
    maxWorkers: 2,
    // For what hangs: how long a test takes says as much of the machine as of the program.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [...pageTests, 'server/**/*.test.ts'],
          exclude: [...apiTests, ...engineTests],
        },
      },
      api('embedded'),
      api('postgres'),
      { extends: true, test: { name: 'engine', include: engineTests } },
    ],
  },
});
