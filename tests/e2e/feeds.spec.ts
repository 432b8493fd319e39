import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { entriesIn } from '#tests/support/feeds.ts';
import { wide } from '#tests/support/breadth.ts';
import { openDialog } from './support/dialogs.ts';
import { expectToast, main, open, reload } from './support/pages.ts';
import { register } from './support/people.ts';
import { groupNamed, places } from './support/places.ts';
import { expect, test } from './support/test.ts';

const subscribe = async (page: Page) => {
  await main(page)
    .getByRole('button', { name: /^Add to my calendar: / })
    .click();
  return openDialog(page);
};

const address = (page: Page) => openDialog(page).getByLabel('Link for any other calendar');

/** Reads the calendar at the dialog's address like a program, without cookies. */
async function calendarShown(page: Page) {
  const url = await address(page).inputValue();
  const response = await fetch(url);
  return { url, status: response.status, entries: () => response.text().then(entriesIn) };
}

test('Explore Events passes its filters to the calendar', wide, async ({ page }) => {
  await open(page, '/events?near=Leeds&free=true');
  const dialog = await subscribe(page);
  await expect(dialog.getByRole('heading', { name: 'Add to my calendar' })).toBeVisible();
  const { url, status, entries } = await calendarShown(page);
  expect(url).toMatch(/\/calendar\.ics\?near=Leeds&free=true$/);
  expect(status).toBe(200);
  expect((await entries()).length).toBeGreaterThan(0);
  const webcal = url.replace(/^http:/, 'webcal:');
  await expect(dialog.getByRole('link', { name: 'This device' })).toHaveAttribute('href', webcal);
  const google = await dialog.getByRole('link', { name: 'Google' }).getAttribute('href');
  expect(new URL(google ?? '').searchParams.get('cid')).toBe(webcal);
  const outlook = await dialog.getByRole('link', { name: 'Outlook' }).getAttribute('href');
  expect(new URL(outlook ?? '').searchParams.get('url')).toBe(url);
  await expect(dialog).toContainText('about once a day');
});

test('a group’s page copies the address of its calendar', wide, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const group = await groupNamed(page.request, places.rsvp);
  await open(page, paths.group(group.id));
  const dialog = await subscribe(page);
  const { url } = await calendarShown(page);
  expect(url).toMatch(new RegExp(`/groups/${group.id}/calendar\\.ics$`));
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expectToast(page, 'Link copied', url);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await page.keyboard.press('Escape');
  await expect(openDialog(page)).toHaveCount(0);
  await expect(main(page).getByRole('button', { name: /^Add to my calendar: / })).toBeFocused();
});

test('My Events creates an address, replaces it and revokes it', async ({ page }) => {
  await register(page.context());
  await open(page, paths.myEvents);
  const dialog = await subscribe(page);
  await dialog.getByRole('button', { name: 'Create calendar link' }).click();
  const first = await calendarShown(page);
  expect([first.status, await first.entries()]).toEqual([200, []]);

  // The page shows the address once.
  await reload(page);
  await subscribe(page);
  await expect(dialog).toContainText('We showed it when you created it');
  await expect(dialog).toContainText('last used');
  await expect(address(page)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'New link' }).click();
  await page.getByRole('button', { name: 'Create new link' }).click();
  await expect(address(page)).toBeVisible();
  const second = await calendarShown(page);
  expect(second.url).not.toBe(first.url);
  expect([second.status, (await fetch(first.url)).status]).toEqual([200, 404]);

  await dialog.getByRole('button', { name: 'Turn off link' }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expectToast(page, 'Calendar link turned off');
  await expect(dialog.getByRole('button', { name: 'Create calendar link' })).toBeVisible();
  expect((await fetch(second.url)).status).toBe(404);
});

test('pages link to their feeds, which exist', async ({ page }) => {
  const { id } = await groupNamed(page.request, places.rsvp);
  for (const [path, calendar, atom] of [
    [paths.home, '/calendar.ics', '/feed.xml'],
    [paths.events, '/calendar.ics', '/feed.xml'],
    [paths.group(id), `/groups/${id}/calendar.ics`, `/groups/${id}/feed.xml`],
  ] as const) {
    await open(page, path);
    const named = page.locator('link[rel=alternate]');
    await expect(named).toHaveCount(2);
    await expect(named.first()).toHaveAttribute('type', 'text/calendar');
    for (const [at, href] of [calendar, atom].entries()) {
      await expect(named.nth(at)).toHaveAttribute('href', href);
      expect((await page.request.get(href)).status()).toBe(200);
    }
  }
  await open(page, paths.about);
  await expect(page.locator('link[rel=alternate]')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('Explore Events has it below its list', wide, async ({ page }) => {
    await open(page, '/events');
    await subscribe(page);
    await expect(address(page)).toBeVisible();
  });
});
