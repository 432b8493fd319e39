import type { Page } from '@playwright/test';
import { guideNames, guidePath, guides } from '#contract/base/guides.ts';
import { helpPath, paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { heading, main, open } from './support/pages.ts';
import { expect, test } from './support/test.ts';

const banner = (page: Page) => page.getByRole('banner');
const footer = (page: Page) => page.getByRole('contentinfo');

test.describe('the help pages', () => {
  test('list every guide, and find one by a word', async ({ page }) => {
    await open(page, paths.about);
    await footer(page).getByRole('link', { name: 'Help' }).click();
    await expect(heading(page)).toHaveText('Help and guides');
    const titles = main(page).getByRole('heading', { level: 3 });
    await expect(titles).toHaveText(guideNames.map((name) => guides[name].title));
    await page.getByLabel('Search the guides').fill('spreadsheet');
    await expect(page).toHaveURL(`${helpPath}?q=spreadsheet`);
    await expect(titles).toHaveText([guides['on-the-night'].title]);
    await page.getByRole('link', { name: guides['on-the-night'].title }).click();
    await expect(heading(page)).toHaveText(guides['on-the-night'].title);
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Write to everyone' })
      .click();
    await expect(main(page).getByRole('heading', { name: 'Write to everyone' })).toBeInViewport();
  });

  test('print without what is only for the screen', async ({ page }) => {
    await open(page, guidePath('first-event'));
    await page.emulateMedia({ media: 'print' });
    await expect(heading(page)).toBeVisible();
    await expect(main(page).getByText('Type the Location')).toBeVisible();
    for (const part of [banner(page), footer(page), page.getByLabel('Other guides')])
      await expect(part).toBeHidden();
    await expect(main(page).getByRole('link', { name: 'All guides' })).toBeHidden();
    await expect(main(page).getByRole('button')).toHaveCount(0);
  });

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false, expectedNoise: /script|\.js csp/i });

    test('search by the form, and say so where nothing is found', wide, async ({ page }) => {
      await page.goto(helpPath);
      await page.getByLabel('Search the guides').fill('poster');
      await main(page).getByRole('button', { name: 'Search' }).click();
      await expect(main(page).getByRole('heading', { level: 2 })).toHaveText(
        /^\d guides about “poster”$/,
      );
      await main(page).getByRole('link', { name: guides['first-event'].title }).click();
      await expect(heading(page)).toHaveText(guides['first-event'].title);
      await page.goto(`${helpPath}?q=zeppelin`);
      await expect(main(page)).toContainText('No guide about “zeppelin”');
    });
  });
});
