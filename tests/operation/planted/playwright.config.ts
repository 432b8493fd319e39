import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: 'playwright.planted.ts',
  workers: 1,
  timeout: 0,
});
