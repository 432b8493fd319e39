import { adminPaths } from '#contract/operations/admin-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { startSite } from './support/own-site.ts';
import { heading, main, open } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

let site: Awaited<ReturnType<typeof startSite>>;
test.beforeAll(async () => {
  site = await startSite({ DEMO: 'public' });
});
test.afterAll(() => site.stop());

test('a stranger tries a public demonstration by one press, with and without script', async ({
  browser,
}) => {
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
});

test(
  'a visitor changes the role by one press, and reads what is switched off before pressing',
  wide,
  async ({ browser }) => {
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled });
      const page = await context.newPage();
      const bar = page.getByRole('complementary', { name: 'Your role in the demonstration' });
      const role = (name: string) => bar.getByRole('button', { name });
      await page.goto(paths.events);
      await expect(role('Visitor')).toHaveAttribute('aria-current', 'true');
      for (const name of ['Member', 'Organiser', 'Admin']) {
        await role(name).click();
        await expect(role(name)).toHaveAttribute('aria-current', 'true');
        await expect(heading(page)).toHaveText('Explore Events');
      }
      await role('Visitor').click();
      await expect(role('Visitor')).toHaveAttribute('aria-current', 'true');
      await context.close();
    }

    const context = await browser.newContext({ baseURL: site.url });
    const page = await context.newPage();
    await page.goto(paths.events);
    await page.getByRole('button', { name: 'Admin', exact: true }).click();
    await expect(heading(page)).toHaveText('Explore Events');
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(answer.url());
    });
    const expectMarked = async (name: string) => {
      const button = main(page).getByRole('button', { name, exact: true });
      await expect(button).toBeDisabled();
      await expect(button).toHaveAccessibleDescription(/^Not in the demonstration: /);
      await button.focus();
      await expect(button).toBeFocused();
      await page.keyboard.press('Enter');
      await button.click({ force: true });
      await expect(page.getByRole('dialog')).toHaveCount(0);
    };
    await open(page, paths.settings);
    for (const name of ['Change password', 'Set up two-step sign-in', 'Create a token'])
      await expectMarked(name);
    for (const name of ['Download my data', 'Delete my account']) await expectMarked(name);
    expect(await violationsOn(page)).toEqual([]);
    await open(page, paths.adminTab('settings'));
    await expectMarked('Save settings');
    await open(page, adminPaths.legal('terms'));
    await expectMarked('Save page');
    await open(page, `${paths.adminTab('users')}&q=newcomer`);
    await main(page)
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    for (const name of [/^Make admin/, /^Ban/, /^Sign out everywhere/, /^Delete/]) {
      const item = page.getByRole('menuitem', { name });
      await expect(item).toHaveAccessibleName(/Not in the demonstration: /);
      await item.click({ force: true });
      await expect(item).toBeVisible();
    }
    expect(refused).toEqual([]);
  },
);
