import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { breadth, hasCore, hasWide } from './tests/support/breadth.ts';
import { shortLivedFlags } from './tests/support/engine-program.ts';
import { LongestFirst } from './tests/support/longest-first.ts';

const pageTests = ['contract/**/*.test.ts', 'web/**/*.test.{ts,tsx}'];
const apiTests = ['server/**/*.api.test.ts'];
const engineTests = [
  'server/main.test.ts',
  'server/platform/db/embedded/*.test.ts',
  'tests/{postgres,operation,faults}/*.test.ts',
];

/**
 * Tests of the wide run that stop a server, fill its disk or kill a process, for many seconds each.
 */
const wideTests = ['{server,tests}/**/*.wide.test.ts'];

/** These say of each place, or each call, which run has it. */
const ofBothRuns = ['tests/operation/upgrade.test.ts', 'tests/postgres/large-plans.test.ts'];

/**
 * Tests that say something else about the embedded database than about PostgreSQL: its one
 * connection, its rows, its disk.
 */
const ofEmbedded = ['server/**/{failures,pipelining,rows}.api.test.ts'];

/** Slow tests that the wide run has on PostgreSQL: filled tables, and many concurrent changes. */
const wideOfPostgres = [
  'server/plans.api.test.ts',
  'server/features/events/attendance/answers-at-once.api.test.ts',
  'server/features/events/events/search-cost.api.test.ts',
  'server/features/events/guests/{alike,rush}.api.test.ts',
  'server/features/events/imports/large-imports.api.test.ts',
  'server/features/events/messages/crowd.api.test.ts',
  'server/features/events/series/parallel.api.test.ts',
  'server/platform/mail/fairness.api.test.ts',
];

/** Slow tests with one result on either database: the wide run has them on the embedded one. */
const wideOfEmbedded = [
  'server/search.api.test.ts',
  'server/features/base/donations/beginning.api.test.ts',
  'server/features/base/media/{attacks,widths}.api.test.ts',
  'server/features/operations/openapi/client.api.test.ts',
  'server/features/events/imports/bad-servers.api.test.ts',
  'server/features/base/sign-in/{own-password,timing,two-step-guessing,wrong-guesses}.api.test.ts',
  'server/features/operations/data-export/data-export.api.test.ts',
  'server/ssr/share/share.api.test.ts',
];

/**
 * The wide run has these on the embedded database besides: tests of the whole site, of the
 * platform, and of features that do something else there. Every feature also runs on it in the
 * browser's tests; `npm run test:long` has all tests of the API on it.
 */
const alsoOfEmbedded = [
  'server/*.api.test.ts',
  'server/{demo,platform,ssr}/**/*.api.test.ts',
  'server/features/base/sign-in/make-admin.api.test.ts',
  'server/features/events/series/parameters.api.test.ts',
];

/**
 * Tests that need a PostgreSQL server: concurrent changes and a server that goes away. Also tests
 * that behave alike on both databases: headers, origins and refused requests.
 */
const ofPostgres = [
  ...wideOfPostgres,
  'server/races.api.test.ts',
  'server/platform/mail/outage.api.test.ts',
  'server/platform/http/{admission,cross-origin,forwarded,headers,requests}.api.test.ts',
];

/**
 * The tests of the API are the same on either database. `npm test` has them on PostgreSQL, where
 * changes meet and plans are read, and has the browser's tests on the embedded database.
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

const embeddedTests = {
  core: ofEmbedded,
  wide: [...wideOfEmbedded, ...alsoOfEmbedded],
  all: apiTests,
}[breadth];

const unit = {
  extends: true as const,
  test: {
    name: 'unit',
    include: [...pageTests, 'server/**/*.test.ts'],
    exclude: [...apiTests, ...engineTests, ...wideTests],
    isolate: false,
    setupFiles: 'tests/support/unit.setup.ts',
  },
};

const engine = {
  extends: true as const,
  test: {
    name: 'engine',
    include: [...(hasCore ? engineTests : ofBothRuns), ...wideTests],
    exclude: hasWide ? [] : wideTests,
    globalSetup: 'tests/support/engine.setup.ts',
    execArgv: shortLivedFlags,
  },
};

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    // Tests that run beside others of their file wait for a deadline most of the time.
    maxConcurrency: 20,
    // For what hangs: how long a test takes says as much of the machine as of the program.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      ...(hasCore ? [unit] : []),
      api(
        'postgres',
        hasCore ? apiTests : wideOfPostgres,
        hasWide ? [] : [...wideOfPostgres, ...wideOfEmbedded],
      ),
      engine,
      api('embedded', embeddedTests, [...ofPostgres, ...(hasCore ? [] : ofEmbedded)]),
    ],
  },
});
