import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { approve, newGroup, newMember } from './support/hosts.ts';
import { expectToast, heading, main, open } from './support/pages.ts';
import { register } from './support/people.ts';
import { card, expectTab, join } from './support/places.ts';
import { expect, test } from './support/test.ts';

const banner = (page: Page) => page.getByRole('banner');

test(
  'join requests are counted wherever an organiser looks, until they are answered',
  wide,
  async ({ page, browser }) => {
    await register(page.context(), { firstName: 'Wren' });
    const { id, name } = await newGroup(page.context(), { joinPolicy: 'approval' });
    await approve(browser, id);
    const askers = [await newMember(browser, 'Idris'), await newMember(browser, 'Mabel')] as const;
    for (const { context } of askers) await join(context.request, id);

    await test.step('home, My Groups and the profile say so', async () => {
      for (const path of [paths.home, paths.myGroups, paths.dashboard]) {
        await open(page, path);
        await expect(main(page)).toContainText('2 requests to join');
        await expect(
          banner(page).getByRole('link', { name: 'Dashboard, 2 requests to join' }),
        ).toBeVisible();
      }
      await open(page, paths.myGroups);
      await expect(card(page, paths.group(id))).toContainText('2 requests to join');
    });

    await test.step('one link leads to the requests', async () => {
      await main(page)
        .getByRole('listitem')
        .getByRole('link', { name, exact: true })
        .first()
        .click();
      await expect(heading(page)).toHaveText(name);
      await expectTab(page, 'Members');
      await expect(page.getByRole('tab', { name: 'Members' })).toContainText('2 requests to join');
    });

    await test.step('the count follows what is decided', async () => {
      await page.getByRole('button', { name: 'Approve Idris' }).click();
      await expectToast(page, `Idris is now a member of ${name}`);
      await expect(page.getByRole('tab', { name: 'Members' })).toContainText('1 request to join');
      await expect(
        banner(page).getByRole('link', { name: 'Dashboard, 1 request to join' }),
      ).toBeVisible();
      await page.getByRole('button', { name: 'Approve Mabel' }).click();
      await expect(
        banner(page).getByRole('link', { name: 'Dashboard', exact: true }),
      ).toBeVisible();
      await expect(page.getByRole('tab', { name: 'Members' })).not.toContainText('to join');
    });

    await test.step('a member sees none of it', async () => {
      const theirs = await askers[0].context.newPage();
      await join(askers[1].context.request, id);
      await open(theirs, paths.group(id));
      await expect(theirs.locator('body')).not.toContainText('to join');
    });
  },
);

test.describe('to an admin', () => {
  test.use({ as: 'admin' });

  test('the header and the tabs count the groups that await review', async ({ page, browser }) => {
    const { context } = await newMember(browser, 'Wren');
    await newGroup(context);
    await open(page, paths.admin);
    const waits = /\d+ groups? to review/;
    await expect(page.getByRole('tab', { name: 'Groups' })).toContainText(waits);
    await expect(banner(page).getByRole('link', { name: /^Admin/ })).toContainText(waits);
  });
});
