import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { selected } from '#tests/support/breadth.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { siteCommand } from '#tests/support/site-command.ts';

const { executablePath, args, env } = await findChromium();

/** The browser that drew the pictures; other versions draw letters differently. */
const isPackaged = executablePath.includes('villagehall-chromium');

export default defineConfig({
  testDir: '.',
  ...selected,
  outputDir: '../../test-results/ui',
  snapshotPathTemplate: '{testDir}/__screenshots__/{arg}{ext}',
  reporter: 'list',
  fullyParallel: true,
  workers: availableParallelism(),
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  updateSnapshots: 'none',
  ignoreSnapshots: !isPackaged,
  expect: { toHaveScreenshot: { animations: 'disabled', caret: 'hide', maxDiffPixelRatio: 0.002 } },
  use: {
    launchOptions: { executablePath, args, env },
    baseURL: process.env['STYLE_GUIDE'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    trace: 'off',
  },
  webServer: {
    name: 'style guide',
    command: siteCommand(`${import.meta.dirname}/support/site.ts`),
    wait: { stdout: / is ready at (?<style_guide>http:\S+)/ },
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});
