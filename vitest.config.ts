import { defineConfig } from 'vitest/config';
import { hasCore, hasWide } from './tests/support/breadth.ts';
import { forAMoment } from './tests/support/engine-program.ts';
import { LongestFirst } from './tests/support/longest-first.ts';

const pageTests = ['contract/**/*.test.ts', 'web/**/*.test.{ts,tsx}'];
const apiTests = ['server/**/*.api.test.ts'];
const engineTests = [
  'server/main.test.ts',
  'server/platform/db/embedded/*.test.ts',
  'tests/{postgres,operation,faults}/*.test.ts',
];

/** What takes a server away, fills its disk or ends a process on its way, for many seconds each: of the wide run. */
const wideTests = ['{server,tests}/**/*.wide.test.ts'];

/** These say of each place, or each call, which run has it. */
const ofBothRuns = ['tests/operation/upgrade.test.ts', 'tests/postgres/large-plans.test.ts'];

/** What says of the embedded database what it doesn't say of PostgreSQL: one connection, its rows, its disk. */
const ofEmbedded = ['server/**/{failures,pipelining,rows}.api.test.ts'];

/** What a server alone shows, and takes seconds: the plans of a database that is filled first, many who change much. */
const wideOfPostgres = [
  'server/plans.api.test.ts',
  'server/features/events/messages/crowd.api.test.ts',
  'server/features/events/series/parallel.api.test.ts',
];

/** What takes seconds and is the same on either database: the wide run has it on the embedded one. */
const wideOfEmbedded = [
  'server/search.api.test.ts',
  'server/features/base/donations/beginning.api.test.ts',
  'server/features/base/media/{attacks,widths}.api.test.ts',
  'server/features/operations/openapi/client.api.test.ts',
  'server/features/base/sign-in/{own-password,timing,two-step-guessing,wrong-guesses}.api.test.ts',
  'server/features/operations/data-export/data-export.api.test.ts',
  'server/ssr/share/share.api.test.ts',
];

/**
 * What a server alone shows: changes that meet, a server that goes away. And what is decided before a database is asked,
 * or is the same question to either: headers, origins, requests that are refused.
 */
const ofPostgres = [
  ...wideOfPostgres,
  'server/races.api.test.ts',
  'server/platform/mail/outage.api.test.ts',
  'server/platform/http/{admission,cross-origin,forwarded,headers,requests}.api.test.ts',
];

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
    exclude: [...apiTests, ...engineTests, ...wideTests],
    isolate: false,
  },
};

const engine = {
  extends: true as const,
  test: {
    name: 'engine',
    include: hasCore ? engineTests : [...wideTests, ...ofBothRuns],
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
    sequence: { sequencer: LongestFirst },
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
      api('embedded', hasWide ? apiTests : ofEmbedded, [
        ...ofPostgres,
        ...(hasCore ? [] : ofEmbedded),
      ]),
    ],
  },
});
