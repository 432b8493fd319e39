import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from '#tests/support/chromium.ts';
import { siteCommand } from '#tests/support/site-command.ts';

const { executablePath, args, env } = await findChromium();

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/visual',
  snapshotPathTemplate: '{testDir}/__screenshots__/{arg}{ext}',
  reporter: 'list',
  workers: availableParallelism(),
  retries: 0,
  forbidOnly: true,
  updateSnapshots: 'none',
  expect: { toHaveScreenshot: { animations: 'disabled', caret: 'hide', maxDiffPixelRatio: 0.01 } },
  use: {
    launchOptions: { executablePath, args, env },
    baseURL: process.env['STOPPED_SITE'],
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  },
  webServer: {
    name: 'site with a stopped clock',
    command: siteCommand(`${import.meta.dirname}/site.ts`),
    wait: { stdout: / is ready at (?<stopped_site>http:\S+)/ },
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});
