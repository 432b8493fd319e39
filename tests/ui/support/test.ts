import { test as base, type Locator, type Page } from '@playwright/test';

interface Fixtures {
  /** The style guide, open. */
  guide: Page;
  /** The style guide, open, with a clock that moves only by `page.clock.runFor()`. */
  frozen: Page;
  /** Everything logged to the console or thrown in a page. */
  noise: string[];
}

const morning = new Date('2026-11-21T09:00:00Z');

export const test = base.extend<Fixtures>({
  noise: [
    async ({ context }, use) => {
      const noise: string[] = [];
      context.on('console', (message) => noise.push(`${message.type()}: ${message.text()}`));
      context.on('weberror', (error) => noise.push(`thrown: ${error.error().message}`));
      await use(noise);
      base.expect(noise, 'on the console').toEqual([]);
    },
    { auto: true },
  ],

  guide: async ({ page }, use) => {
    await open(page);
    await use(page);
  },

  frozen: async ({ page }, use) => {
    await page.clock.install({ time: morning });
    await open(page);
    await page.clock.pauseAt(new Date(morning.getTime() + 60_000));
    await use(page);
  },
});

async function open(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Finds a part of the style guide by its id. */
export const part = (page: Page, id: string): Locator => page.locator(`#${id}`);

export { expect } from '@playwright/test';
