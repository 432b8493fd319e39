import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { hasCore, hasWide, selected } from './tests/support/breadth.ts';
import { findChromium } from './tests/support/chromium.ts';
import { siteCommand } from './tests/support/site-command.ts';

const { executablePath, args, env } = await findChromium();

/** A site of its own for each database; its address reaches the tests by the environment. */
const site = (engine: 'embedded' | 'postgres', ready: RegExp) => ({
  name: engine,
  command: siteCommand('tests/e2e/support/site.ts', engine),
  wait: { stdout: ready },
  timeout: 60_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
});

/**
 * Other tests cover the steps of each journey one by one, so `npm test` runs journeys on PostgreSQL
 * only.
 */
const journeys = 'journey-*.spec.ts';

/** The journeys and the newcomer, through two processes on one server. */
const onPostgres = {
  name: 'postgres',
  testMatch: [journeys, 'newcomer.spec.ts'],
  use: { baseURL: process.env['SITE_POSTGRES'] },
  metadata: { mailbox: process.env['MAIL_POSTGRES'] },
};
const postgresSite = site(
  'postgres',
  / is ready at (?<site_postgres>http:[^\s,]+), its mail at (?<mail_postgres>http:\S+)/,
);

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  reporter: 'list',
  workers: availableParallelism(),
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    launchOptions: { executablePath, args, env },
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // A worker that answers a page would hide it from `page.route()`. Its own tests allow it.
    serviceWorkers: 'block',
    // Recording every step takes a tenth of a run; `--trace retain-on-failure` does where a failure
    // needs it.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  webServer: [
    site(
      'embedded',
      / is ready at (?<site_embedded>http:[^\s,]+), its mail at (?<mail_embedded>http:[^\s,]+), folders for others in (?<prepared_folders>\S+) from (?<first_step>\S+)/,
    ),
    ...(hasWide ? [postgresSite] : []),
  ],
  projects: [
    {
      name: 'embedded',
      ...selected,
      testIgnore: hasCore && hasWide ? [] : journeys,
      use: { baseURL: process.env['SITE_EMBEDDED'] },
      metadata: { mailbox: process.env['MAIL_EMBEDDED'] },
    },
    ...(hasWide ? [onPostgres] : []),
  ],
});
