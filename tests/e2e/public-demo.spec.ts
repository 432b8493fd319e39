import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { startSite } from './support/own-site.ts';
import { heading, main } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a stranger tries a public demonstration by one press, with and without script', async ({
  browser,
}) => {
  test.slow();
  const site = await startSite({ DEMO: 'public' });
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(paths.home);
    await expect(page.getByRole('complementary', { name: 'Announcement' })).toContainText(
      'This is a demonstration',
    );
    await main(page).getByRole('link', { name: 'Try it' }).click();
    await expect(page.getByRole('region', { name: 'Try it as' })).toBeVisible();
    if (javaScriptEnabled) expect(await violationsOn(page)).toEqual([]);
    await main(page).getByRole('button', { name: 'Organiser' }).click();
    await expect(heading(page)).toHaveText('My Groups');
    await context.close();
  }
  await site.stop();
});
