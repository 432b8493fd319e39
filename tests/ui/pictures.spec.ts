import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { wide } from '#tests/support/breadth.ts';
import { openOverlay, openSuggestions, overlays } from './support/overlays.ts';
import { waitForDisplayFont } from '#tests/support/display-font.ts';
import { expect, part, test } from './support/test.ts';

const face = createRequire(import.meta.url).resolve(
  '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
);
/** Draws all text in one font from the package: the machine's fonts would differ. */
const ownFont = `
@font-face {
  font-family: 'Own';
  font-weight: 200 800;
  src: url('data:font/woff2;base64,${readFileSync(face, 'base64')}') format('woff2');
}
:root { --font-sans: 'Own', sans-serif; }`;

const parts = {
  'event-card': '#cards article >> nth=0',
  buttons: '#buttons',
  fields: '#fields',
  choices: '#choices',
  people: '#people',
  stats: '#stats',
  tables: '#tables',
  notices: '#notices',
};
const pictured = new Set(['dialog', 'menu', 'toast']);

test.use({ viewport: { width: 800, height: 900 } });

async function settle(page: Page, colorScheme: 'light' | 'dark') {
  await page.clock.setFixedTime(new Date('2026-11-21T09:00:00Z'));
  await page.emulateMedia({ colorScheme });
  await page.goto('/');
  await page.addStyleTag({ content: ownFont });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode()));
  });
  await waitForDisplayFont(page);
  await page.evaluate(() => document.fonts.load('400 16px Own'));
}

/** Hides everything above, whose fractional heights would move this part's edges. */
async function showAlone(page: Page, selector: string) {
  await page.locator(selector).evaluate((shown) => {
    for (const section of document.querySelectorAll<HTMLElement>('main section')) {
      section.hidden = !section.contains(shown);
    }
  });
}

for (const scheme of ['light', 'dark'] as const) {
  test(`the parts match their pictures: ${scheme}`, wide, async ({ page }) => {
    test.slow();
    await settle(page, scheme);
    for (const [name, selector] of Object.entries(parts)) {
      await showAlone(page, selector);
      await expect.soft(page.locator(selector)).toHaveScreenshot(`${name}-${scheme}.png`);
    }
  });

  test(`the overlays match their pictures: ${scheme}`, wide, async ({ page }) => {
    test.slow();
    await settle(page, scheme);
    await openSuggestions(page);
    await expect
      .soft(part(page, 'combobox').getByRole('listbox'))
      .toHaveScreenshot(`suggestions-${scheme}.png`);
    for (const overlay of overlays.filter(({ name }) => pictured.has(name))) {
      const opened = await openOverlay(page, overlay);
      await expect.soft(opened).toHaveScreenshot(`${overlay.name}-${scheme}.png`);
      await page.keyboard.press('Escape');
    }
  });
}
