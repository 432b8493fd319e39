import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { formatRange } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import { siteAddress } from './support/api.ts';
import { expectToast, heading, main, open } from './support/pages.ts';
import { register } from './support/people.ts';
import { card, cards } from './support/places.ts';
import { expect, test } from './support/test.ts';

test.use({ as: 'member' });

const nobody = { cookies: [], origins: [] };
const day = '2031-06-14';
const about = 'Slow rides on quiet lanes, with a long stop for cake and a short one for punctures.';

async function createGroup(page: Page, name: string): Promise<number> {
  await open(page, '/create-group');
  await page.getByLabel('Group name').fill(name);
  await page.getByLabel('Group type').selectOption('outdoorsAdventure');
  await page.getByRole('radio', { name: 'Free' }).check();
  await page.getByLabel('Description').fill(about);
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page).toHaveURL(/\/group-published-success\?groupId=\d+$/);
  return Number(new URL(page.url()).searchParams.get('groupId'));
}

async function createEvent(page: Page, title: string): Promise<number> {
  await page.getByLabel('Event title').fill(title);
  await page.getByLabel('Description').fill(about);
  await page.getByLabel('Start time: day').fill(day);
  await page.getByLabel('Start time: time').fill('10:00');
  await page.getByLabel('End time: day').fill(day);
  await page.getByLabel('End time: time').fill('13:30');
  await page.getByLabel('Location').fill('The pump, Market Square, Bishop’s Castle');
  await main(page).getByRole('button', { name: 'Create Event' }).click();
  await expect(page).toHaveURL(/\/events\/\d+$/);
  return Number(page.url().split('/').at(-1));
}

async function expectNothingThere(browser: Browser, signedIn: boolean, addresses: string[]) {
  const context = await browser.newContext({ baseURL: siteAddress(), storageState: nobody });
  if (signedIn) await register(context);
  const page = await context.newPage();
  for (const address of addresses) {
    const response = await page.goto(address);
    expect(response?.status(), address).toBe(404);
    await expect(heading(page)).toHaveText(/^(Group|Event) not found$/);
  }
  await context.close();
}

test('a member creates a group and plans its first event; until approval nobody else sees them', async ({
  page,
  browser,
}) => {
  const name = `Clun Valley Slow Riders ${randomUUID().slice(0, 8)}`;
  const title = `Out to the ford and back ${randomUUID().slice(0, 8)}`;

  const groupId = await test.step('creates the group', () => createGroup(page, name));
  await expectToast(page, 'Your group has been submitted for admin approval');
  await expect(main(page)).toContainText(name);
  await expect(main(page).locator(`a[href="${paths.group(groupId)}"]`)).toBeVisible();

  await test.step('sees it as pending on its page and in My Groups', async () => {
    await open(page, paths.group(groupId));
    await expect(heading(page)).toHaveText(name);
    await expect(main(page)).toContainText('This group is under review');
    await expect(main(page)).toContainText('1 member');
    const createLink = main(page).getByRole('link', { name: 'Create Event' });
    await expect(createLink).toHaveAttribute('href', `/create-event?groupId=${groupId}`);
    await open(page, '/my-groups');
    await expect(card(page, paths.group(groupId))).toContainText('Owner');
    await expect(card(page, paths.group(groupId))).toContainText('Under review');
    const section = main(page).locator('section').filter({ hasText: 'Groups you organise' });
    await expect(section.getByRole('link', { name })).toBeVisible();
    await expect(section).toContainText('Under review');
  });

  await test.step('goes on from the success page to its first event', async () => {
    await open(page, `/group-published-success?groupId=${groupId}`);
    await main(page).locator(`a[href="/groups/${groupId}/create-event"]`).click();
    await expect(heading(page)).toHaveText('Create an Event');
    await expect(page.getByLabel('Group', { exact: true })).toHaveValue(String(groupId));
  });

  const eventId = await test.step('creates the event', () => createEvent(page, title));
  await expectToast(page, 'Your event has been created successfully');
  await expect(heading(page)).toHaveText(title);
  const when = formatRange(`${day}T09:00:00Z`, `${day}T12:30:00Z`);
  await expect(main(page).getByText(when)).toBeVisible();
  expect(when).toBe('Saturday, June 14, 2031 • 10:00 AM – 1:30 PM');

  await test.step('sees the event on the group’s page, and neither in the public lists', async () => {
    await open(page, paths.group(groupId));
    await page.getByRole('tab', { name: 'Events' }).click();
    await expect(cards(page)).toHaveCount(1);
    await expect(card(page, paths.event(eventId))).toContainText(title);
    await open(page, `/events?q=${encodeURIComponent(title)}`);
    await expect(main(page)).toContainText('No events found');
    await open(page, `/groups?q=${encodeURIComponent(name)}`);
    await expect(main(page)).toContainText('No groups found');
  });

  const hidden = [paths.group(groupId), paths.event(eventId)];
  await test.step('a stranger gets 404 for them', async () => {
    await expectNothingThere(browser, false, hidden);
    await expectNothingThere(browser, true, hidden);
  });
});
