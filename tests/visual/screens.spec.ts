import { expect, test } from '@playwright/test';
import { waitForDisplayFont } from '#tests/support/display-font.ts';
import { stoppedAt } from './clock.ts';

const screens = [
  { name: 'home', path: '/' },
  { name: 'events', path: '/events' },
  { name: 'event', path: '/events/3' },
  { name: 'group', path: '/groups/1' },
];

const views = [
  { width: 320, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;

for (const { name, path } of screens) {
  for (const { width, colorScheme } of views) {
    test(`${name} matches its picture, ${width} px, ${colorScheme}`, async ({
      browser,
      baseURL,
    }) => {
      const context = await browser.newContext({
        baseURL: baseURL ?? '',
        viewport: { width, height: 900 },
        colorScheme,
      });
      const page = await context.newPage();
      await page.clock.setFixedTime(stoppedAt);
      await page.goto(path, { waitUntil: 'networkidle' });
      await waitForDisplayFont(page);
      // A missing picture's colour depends on the account's id, which differs at each run.
      const mask = [page.getByRole('img', { name: /attendees$/ })];
      await expect(page).toHaveScreenshot(`${name}-${width}-${colorScheme}.png`, { mask });
      await context.close();
    });
  }
}
