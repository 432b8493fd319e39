import { adminPaths } from '#contract/operations/admin-paths.ts';
import type { Page } from '@playwright/test';
import { spentSetupLink } from '#contract/operations/setup.ts';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { createFarEvent, fillEvent, fillGroup } from './support/hosts.ts';
import { startSite } from './support/own-site.ts';
import { expectToast, heading, main, open, waitForHydration } from './support/pages.ts';
import { bio, password } from './support/people.ts';
import { expect, refusals, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, expectedNoise: refusals });

const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const step = (page: Page, title: string) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) });

async function fillAccount(page: Page, firstName: string): Promise<void> {
  await page.getByLabel('First Name').fill(firstName);
  await page.getByLabel('Email').fill(`${firstName.toLowerCase()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
}

test('a new site gets from the printed link to its first public event in the browser alone', async ({
  page,
  browser,
}) => {
  test.slow();
  const site = await startSite({});
  const other = await browser.newPage();
  const link = await site.setupLink;
  const at = (path: string) => `${site.url}${path}`;

  await test.step('the first browser makes the admin, and the second gets nothing', async () => {
    for (const each of [page, other]) await open(each, link);
    expect(await violationsOn(page)).toEqual([]);
    await fillAccount(page, 'Nerys');
    await fillAccount(other, 'Mallory');
    await button(page, 'Create the admin account').click();
    await expect(heading(page)).toHaveText('Set up Villagehall');
    await expect(main(page)).toContainText('You are the admin of this site. 8 steps are left.');
    expect(await violationsOn(page)).toEqual([]);
    await button(other, 'Create the admin account').click();
    await expectToast(other, 'The account was not created', spentSetupLink);
    await open(other, link);
    await expect(main(other)).toContainText(spentSetupLink);
  });

  await test.step('the settings it makes tick their steps off', async () => {
    await step(page, 'Name the site').getByRole('link', { name: 'Choose a name' }).click();
    await waitForHydration(page);
    await page.getByLabel('Site name').fill('Dyfi Neighbours');
    await page.getByLabel('Town').fill('Machynlleth');
    await page.getByLabel("Who answers for people's data").fill('Dyfi Hall Trust');
    await page.getByLabel('Their address').fill('1 Maengwyn Street, Machynlleth');
    await page.getByLabel('Palette').fill('#7a3e9d');
    await expect(page.getByLabel('Colour')).toHaveValue('#7a3e9d');
    await expect(page.getByRole('group', { name: 'Preview' })).toContainText(
      'words on the button have a contrast of',
    );
    await button(page, 'Save settings').click();
    await expectToast(page, 'Settings saved');
    await open(page, at(adminPaths.setup));
    await expect(heading(page)).toHaveText('Set up Dyfi Neighbours');
    await button(page, 'Tick off: Read the legal pages').click();
    await expect(main(page)).toContainText('3 steps are left.');
    await expect(step(page, 'Send yourself a test email')).toContainText('No mail server yet');
  });

  await test.step('the admin panel says what is left', async () => {
    await open(page, at(paths.admin));
    await expect(main(page)).toContainText('Finish setting up the site');
    await main(page).getByRole('link', { name: 'See the steps' }).click();
    await expect(heading(page)).toHaveText('Set up Dyfi Neighbours');
  });

  await test.step('the first group and its first event', async () => {
    await step(page, 'Start the first group').getByRole('link', { name: 'Start a group' }).click();
    await main(page).getByRole('link', { name: 'Complete your profile' }).click();
    await page.getByLabel('Last Name').fill('Pugh');
    await expect(page.getByLabel('City or Town')).toHaveValue('Machynlleth');
    await page.getByLabel('About You').fill(bio);
    await button(page, 'Complete Profile & Join Community').click();
    await fillGroup(page, 'Dyfi Walkers');
    await button(page, 'Create group').click();
    await expect(page).toHaveURL(/\/group-published-success\?groupId=\d+$/);
    const groupId = Number(new URL(page.url()).searchParams.get('groupId'));
    await button(page, 'Approve it now').click();
    await expectToast(page, 'Dyfi Walkers has been approved');
    await expect(heading(page)).toHaveText('Your group is public');
    await open(page, at(paths.createEventIn(groupId)));
    await fillEvent(page, 'Up to the lake');
    await createFarEvent(page);
    await expect(page).toHaveURL(/\/events\/\d+$/);
    await open(other, at(paths.events));
    await expect(main(other)).toContainText('Up to the lake');
  });

  await test.step('the home page shows the town and the colour', async () => {
    await open(other, at(paths.home));
    await expect(main(other)).toContainText('neighbours in Machynlleth find');
    const colour = await button(other, 'Search').evaluate(
      (element) => getComputedStyle(element).backgroundColor,
    );
    expect(colour).toBe('rgb(122, 62, 157)');
  });

  // A page that gets the focus back reads its lists anew, which a site that ends would refuse.
  for (const each of [page, other]) await each.close();
  await site.stop();
});
