import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { read, send, siteAddress } from './support/api.ts';
import { expectToast, heading, main, open } from './support/pages.ts';
import { demoEmail, register, signIn } from './support/people.ts';
import { card, expectTab, join } from './support/places.ts';
import { review } from './support/reviewing.ts';
import { expect, test } from './support/test.ts';

const newContext = (browser: Browser) =>
  browser.newContext({
    baseURL: siteAddress(),
    locale: 'en-GB',
    storageState: { cookies: [], origins: [] },
  });

const newName = () => `Onny Bell Ringers ${randomUUID().slice(0, 8)}`;

const newGroup = (name = newName()) => ({
  name,
  description: 'Three bells, a warm tower, and room for two more ringers.',
  groupType: 'artsCreative',
  chargeForEvents: 'free',
  imageUrl: '',
  joinPolicy: 'approval',
});

/** Creates an approved group with requests to join. */
async function startGroup(owner: BrowserContext, admin: BrowserContext) {
  const name = newName();
  await send(owner.request, 'POST /api/groups', { body: newGroup(name) });
  const [group] = await read(owner.request, 'GET /api/user/groups');
  if (!group) throw new Error('the group is not among its owner’s');
  await review(admin, group.id, { status: 'approved' });
  return { id: group.id, name };
}

const banner = (page: Page) => page.getByRole('banner');

test(
  'join requests are counted wherever an organiser looks, until they are answered',
  wide,
  async ({ page, browser }) => {
    await register(page.context(), { firstName: 'Wren' });
    const admin = await newContext(browser);
    await signIn(admin, demoEmail('admin'));
    const { id, name } = await startGroup(page.context(), admin);
    const askers = [await newContext(browser), await newContext(browser)];
    for (const [place, asker] of askers.entries()) {
      await register(asker, { firstName: place === 0 ? 'Idris' : 'Mabel' });
      await join(asker.request, id);
    }

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
      const theirs = await askers[0]?.newPage();
      if (!theirs) throw new Error('nobody asked');
      await join(askers[1]?.request ?? theirs.request, id);
      await open(theirs, paths.group(id));
      await expect(theirs.locator('body')).not.toContainText('to join');
    });
    await Promise.all([...askers, admin].map((context) => context.close()));
  },
);

test.describe('to an admin', () => {
  test.use({ as: 'admin' });

  test('the header and the tabs count the groups that await review', async ({ page, browser }) => {
    const starter = await newContext(browser);
    await register(starter);
    await send(starter.request, 'POST /api/groups', { body: newGroup() });
    await starter.close();
    await open(page, paths.admin);
    const waits = /\d+ groups? to review/;
    await expect(page.getByRole('tab', { name: 'Groups' })).toContainText(waits);
    await expect(banner(page).getByRole('link', { name: /^Admin/ })).toContainText(waits);
  });
});
