import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { read } from './support/api.ts';
import { newContext } from './support/hosts.ts';
import { expectToast, main, open, reload } from './support/pages.ts';
import { register } from './support/people.ts';
import { attend, eventIn, groupNamed, join } from './support/places.ts';
import { expect, test } from './support/test.ts';

const group = 'Hello Hebden';
const dialog = (page: Page) => page.getByRole('dialog');
const rows = (page: Page) => dialog(page).getByRole('listitem');
const count = (page: Page) => main(page).getByRole('button', { name: /^\d+ attendees?$/ });

/** Registers somebody who attends the group's next event. */
async function attendAs(page: Page, firstName: string): Promise<number> {
  await register(page.context(), { firstName });
  const { id, groupId } = await eventIn(page.request, group);
  await join(page.request, groupId);
  await attend(page.request, id);
  return id;
}

test('the count opens the attendees, and each name a profile', async ({ page }) => {
  const id = await attendAs(page, 'Ottoline');
  await open(page, paths.event(id));
  await count(page).click();
  await expect(dialog(page)).toContainText('Who is coming');
  await expect(rows(page).filter({ hasText: 'Ottoline' })).toHaveCount(1);
  await expect(dialog(page).getByLabel('Find a first name')).toHaveCount(0);
  expect(await violationsOn(page, { part: '[role=dialog]' })).toEqual([]);

  await rows(page).getByRole('button', { name: 'Ottoline' }).press('Enter');
  const card = page.getByRole('dialog', { name: 'Ottoline' });
  await expect(card).toContainText('Likes long walks, short meetings');
  await expect(card).toContainText('Ludlow, United Kingdom');
  await expect(card.getByRole('link', { name: group })).toBeVisible();
  expect(await violationsOn(page, { part: '[role=dialog]' })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(rows(page).getByRole('button', { name: 'Ottoline' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(count(page)).toBeFocused();
});

test('a visitor sees the number of attendees, and no names', async ({ page }) => {
  const { id } = await eventIn(page.request, group);
  await open(page, paths.event(id));
  await expect(main(page)).toContainText(/\d+ attendees?/);
  await expect(count(page)).toHaveCount(0);
});

test.describe('an organiser', () => {
  test.use({ as: 'organiser' });

  test('finds a first name, and prints the door list by the alphabet', async ({
    page,
    browser,
  }) => {
    const somebody = await (await newContext(browser)).newPage();
    const id = await attendAs(somebody, 'Zebedee');
    await open(page, paths.event(id));
    await count(page).click();
    await dialog(page).getByLabel('Find a first name').fill('zebe');
    await expect(rows(page)).toHaveText([/Zebedee/]);
    await dialog(page).getByLabel('Find a first name').fill('nobody of this name');
    await expect(dialog(page)).toContainText('Nobody with that name is coming.');

    const { attendeeCount } = await read(page.request, 'GET /api/events/:id', { params: { id } });
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await dialog(page).getByRole('button', { name: 'Print a door list' }).click();
    await expect(page.locator('body[data-printed]')).toBeAttached();
    await page.emulateMedia({ media: 'print' });
    const list = page.locator('.door-list');
    await expect(list).toBeVisible();
    await expect(list).toContainText(`${attendeeCount} attendee`);
    const names = (await list.getByRole('listitem').allTextContents()).filter(Boolean);
    expect(names).toHaveLength(attendeeCount);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en-GB')));
    await expect(page.locator('#root')).toBeHidden();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('reads on the group’s page its next event and its organisers', wide, async ({ page }) => {
    const { id } = await groupNamed(page.request, group);
    await open(page, paths.group(id));
    const { title } = await eventIn(page.request, group);
    await expect(main(page).getByRole('region', { name: 'Next event' })).toContainText(title);
    await main(page).getByRole('button', { name: 'Priya', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Priya' })).toContainText('Hebden Bridge');
  });
});

test(
  "a group's next event shows attendees after a dot, or on a line of its own",
  wide,
  async ({ page }) => {
    const { id } = await groupNamed(page.request, group);
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await open(page, paths.group(id));
      const next = main(page).getByRole('region', { name: 'Next event' });
      await next.scrollIntoViewIfNeeded();
      await expect(next.getByText(/^\d+ attendees?$|^·\d+ attendees?$/)).toBeVisible();
      const dot = next.getByText('·', { exact: true });
      if (width === 1280) await expect(dot).toBeInViewport();
      else await expect(dot).not.toBeInViewport();
    }
  },
);

test.describe('an event is shared', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('by a copied link, or by the sharing that a device has', async ({ page }) => {
    const { id, title } = await eventIn(page.request, group);
    const share = () =>
      main(page)
        .getByRole('button', { name: `Share ${title}` })
        .click();
    await open(page, paths.event(id));
    await share();
    await expectToast(page, 'Link copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(copied).pathname).toBe(paths.event(id));

    await page.addInitScript(() => {
      Object.assign(navigator, {
        share: async (data: ShareData) => {
          document.title = JSON.stringify(data);
        },
      });
    });
    await reload(page);
    await share();
    await expect(page).toHaveTitle(new RegExp(`"url":"[^"]+${paths.event(id)}"`));
  });
});

test('on a phone the map menu opens above the RSVP bar', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await register(page.context());
  const { id } = await eventIn(page.request, group);
  await open(page, paths.event(id));
  await main(page).getByText('Show on a map').click();
  const last = main(page).getByRole('list', { name: 'Maps' }).getByRole('link').last();
  const bar = page.locator('[data-foot]');
  await expect
    .poll(async () => {
      const [link, over] = [await last.boundingBox(), await bar.boundingBox()];
      return (link?.y ?? 0) + (link?.height ?? 0) <= (over?.y ?? 0);
    })
    .toBe(true);
});

test('the venue opens in the last chosen map', wide, async ({ page }) => {
  await register(page.context());
  const { id } = await eventIn(page.request, group);
  await open(page, paths.event(id));
  await main(page).getByText('Show on a map').click();
  const chosen = main(page).getByRole('link', { name: 'Google Maps' });
  await expect(chosen).toHaveAttribute(
    'href',
    /^https:\/\/www\.google\.com\/maps\/search\/\?api=1/,
  );
  await expect(chosen).toHaveAttribute('rel', 'noopener noreferrer');
  await page.context().route(/google/, (route) => route.fulfill({ body: 'a map' }));
  const [map] = await Promise.all([page.context().waitForEvent('page'), chosen.click()]);
  await map.close();
  await expect(main(page).getByText('Show on a map')).toHaveCount(0);
  await open(page, paths.event(id));
  await expect(main(page).getByRole('link', { name: 'Google Maps' }).first()).toBeVisible();
});

test('an unconfirmed address is mentioned where emails would be missed', wide, async ({ page }) => {
  await register(page.context());
  const { id } = await eventIn(page.request, group);
  for (const path of [paths.event(id), paths.dashboard]) {
    await open(page, path);
    await expect(main(page)).toContainText("Your email address isn't confirmed yet");
  }
  await main(page).getByRole('button', { name: 'Send again' }).click();
  await expectToast(page, 'A link is on its way');
});
