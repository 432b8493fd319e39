import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { newMember } from './support/hosts.ts';
import { expectNothingForAxe, main, open, reload } from './support/pages.ts';
import { expect, test } from './support/test.ts';

const card = (page: Page) =>
  main(page).getByRole('region', { name: 'Villagehall on your home screen' });
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

test('the browser’s own criteria let the site be installed', async ({ page }) => {
  await open(page, paths.home);
  const browser = await page.context().newCDPSession(page);
  expect(await browser.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
  expect((await browser.send('Page.getAppManifest')).errors).toEqual([]);
});

test('a browser’s own offer is kept for a press, and made once', async ({ browser }) => {
  const { context } = await newMember(browser, 'Robin');
  const page = await context.newPage();
  await open(page, paths.settings);
  await expect(card(page)).toHaveCount(0);
  const isKept = await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    Object.assign(offer, { prompt: async () => ({ outcome: 'dismissed' }) });
    window.dispatchEvent(offer);
    return offer.defaultPrevented;
  });
  expect(isKept).toBe(true);
  await card(page).getByRole('button', { name: 'Add to home screen' }).click();
  await expect(card(page)).toHaveCount(0);
});

test.describe('on an iPhone', () => {
  test.use({ userAgent: iphone, viewport: { width: 390, height: 844 }, as: 'member' });

  test('three pictures say how, until the card is put away for good', async ({ page }) => {
    await open(page, paths.settings);
    await expect(card(page).locator('svg')).toHaveCount(3);
    await expect(card(page)).toContainText('Add to Home Screen');
    await expectNothingForAxe(page);
    await card(page).getByRole('button', { name: 'Don’t show this again' }).click();
    await expect(card(page)).toHaveCount(0);
    await reload(page);
    await expect(card(page)).toHaveCount(0);
  });
});
