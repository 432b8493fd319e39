import { defineConfig } from 'vitest/config';
import { hasCore, hasWide } from './tests/support/breadth.ts';
import { forAMoment } from './tests/support/engine-program.ts';

const pageTests = ['contract/**/*.test.ts', 'web/**/*.test.{ts,tsx}'];
const apiTests = ['server/**/*.api.test.ts'];
const engineTests = [
  'server/main.test.ts',
  'server/platform/db/embedded/*.test.ts',
  'tests/{postgres,operation,faults}/*.test.ts',
];

/** What takes a server away, fills its disk or ends a process on its way, for many seconds each: of the wide run. */
const wideTests = ['tests/**/*.wide.test.ts'];

/** What says of the embedded database what it doesn't say of PostgreSQL: counts in memory, one connection, its folder. */
const ofEmbedded = ['server/**/{failures,limits,make-admin,pipelining,rows}.api.test.ts'];

/** What a server alone shows: the plans of a big database, changes that meet, a server that goes away. */
const ofPostgres = ['server/{plans,races}.api.test.ts', 'server/platform/mail/outage.api.test.ts'];

/**
 * The tests of the API are the same on either database. `npm test` has them on PostgreSQL, where changes meet and plans
 * are read, and has the browser's tests on the embedded database; the wide run has the rest on that, too.
 */
const api = (engine: 'embedded' | 'postgres', include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name: engine,
    include,
    exclude,
    // Node runs the server's own files as it does in production.
    experimental: { viteModuleRunner: false },
    // Each file has an application and a database of its own; what they import is loaded once.
    isolate: false,
    globalSetup: `tests/support/${engine}.setup.ts`,
  },
});

const unit = {
  extends: true as const,
  test: {
    name: 'unit',
    include: [...pageTests, 'server/**/*.test.ts'],
    exclude: [...apiTests, ...engineTests],
    isolate: false,
  },
};

const engine = {
  extends: true as const,
  test: {
    name: 'engine',
    include: hasCore ? engineTests : wideTests,
    exclude: hasWide ? [] : wideTests,
    globalSetup: 'tests/support/engine.setup.ts',
    execArgv: forAMoment,
  },
};

export default defineConfig({
  test: {
    // What is told of each test as it begins and ends is what `npm test` counts.
    runner: 'scripts/test/reporters/vitest-runner.mjs',
    maxWorkers: 2,
    // For what hangs: how long a test takes says as much of the machine as of the program.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      ...(hasCore ? [unit, api('postgres', apiTests)] : []),
      engine,
      api('embedded', hasWide ? apiTests : ofEmbedded, [
        ...ofPostgres,
        ...(hasCore ? [] : ofEmbedded),
      ]),
    ],
  },
});
