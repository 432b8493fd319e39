import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { renderSVG } from 'uqr';
import { formatRange } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import { read, send, siteAddress } from './support/api.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wideExcept, wide } from '#tests/support/breadth.ts';
import { newEvent, newMember } from './support/hosts.ts';
import { heading, main, open } from './support/pages.ts';
import { eventIn, groupNamed, places } from './support/places.ts';
import { expect, test } from './support/test.ts';

// People also print from a phone.
test.use({ viewport: { width: 390, height: 844 } });

const poster = (page: Page) => page.locator('.poster');

/** Opens an event's page that is fully loaded. */
async function openEvent(page: Page, id: number): Promise<void> {
  await open(page, paths.event(id));
  await page.mouse.move(1, 1);
  await page.waitForFunction(() => {
    const link = document.querySelector('a:has(+ img[hidden])') ?? {};
    return Object.keys(link).some((key) => key.startsWith('__reactProps'));
  });
}

/** Returns the page as printed. */
async function emulatePrint(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(poster(page)).toBeVisible();
  await poster(page)
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.decode());
}

/** Returns the size of each printed sheet, in millimetres. */
async function sheets(page: Page): Promise<string[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf).toContain('%PDF');
  const points = /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]/g;
  const millimetres = (value: string | undefined) => Math.round((Number(value) * 25.4) / 72);
  return [...pdf.matchAll(points)].map(
    ([, width, height]) => `${millimetres(width)} x ${millimetres(height)}`,
  );
}

const a4 = '210 x 297';

test('an event prints as a poster with its code instead of its page, on one sheet of A4', async ({
  page,
}) => {
  const event = await eventIn(page.request, places.rsvp);
  await openEvent(page, event.id);
  await expect(poster(page)).toHaveCount(0);
  await emulatePrint(page);
  await expect(poster(page).getByRole('heading', { level: 1 })).toHaveText(event.title);
  const when = formatRange(event.startTime, event.endTime).split(' • ');
  for (const part of [event.group.name, ...when, event.town ?? '', 'Come along']) {
    await expect(poster(page)).toContainText(part);
  }
  for (const gone of ['header', 'footer', 'main', 'nav', 'button', 'aside']) {
    await expect(page.locator(`#root ${gone}`).first(), gone).toBeHidden();
  }
  await expect(poster(page)).toContainText('Sign in at the address below to see the venue');
  await expect(poster(page)).toContainText('Sign up, join the group and press Attend Event');
  expect(await sheets(page)).toEqual([a4]);

  const address = siteAddress() + paths.event(event.id);
  await expect(poster(page)).toContainText(address.replace('http://', ''));
  const code = poster(page).locator('img');
  const drawn = await page.request.get((await code.getAttribute('src')) ?? '');
  expect(await drawn.text()).toBe(renderSVG(address, { ecc: 'M', border: 4 }));
  expect((await code.boundingBox())?.width).toBeGreaterThan(130);
});

/** Prints at once and tells whether the code was there when printing began. */
const printAtOnce = (page: Page) =>
  page.evaluate(() => {
    window.dispatchEvent(new Event('beforeprint'));
    const code = document.querySelector<HTMLImageElement>('body > .poster img');
    return code !== null && code.complete && code.naturalWidth > 0;
  });

test('an event that is printed as soon as its page is there is its poster', async ({ page }) => {
  const event = await eventIn(page.request, places.rsvp);
  await page.goto(paths.event(event.id));
  await page.emulateMedia({ media: 'print' });
  expect(await printAtOnce(page)).toBe(true);
  await expect(poster(page)).toHaveCount(1);
  await expect(poster(page).getByRole('heading', { level: 1 })).toHaveText(event.title);
  await expect(main(page)).toBeHidden();
  expect(await sheets(page)).toEqual([a4]);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(poster(page)).toHaveCount(0);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: /script|\.js csp/i });

  test('an event prints as its poster, too', async ({ page }) => {
    const event = await eventIn(page.request, places.rsvp);
    await page.goto(paths.event(event.id));
    await expect(main(page)).toBeVisible();
    await expect(poster(page)).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(poster(page).getByRole('heading', { level: 1 })).toHaveText(event.title);
    await expect(poster(page).locator('img')).toHaveJSProperty('complete', true);
    await expect(main(page)).toBeHidden();
    expect(await sheets(page)).toEqual([a4]);
  });
});

test("a series' poster shows how it repeats, and the next dates", wide, async ({ page }) => {
  const event = await eventIn(page.request, places.series);
  await openEvent(page, event.id);
  await emulatePrint(page);
  await expect(poster(page).getByText(/^Every \w+day$/)).toHaveText(event.series?.text ?? '');
  await expect(poster(page).getByText(/^Then \w+ \d+, \d{4}/)).toBeVisible();
  expect(await sheets(page)).toEqual([a4]);
});

for (const [size, sheet] of [
  ['a4', a4],
  ['a5', '148 x 210'],
] as const) {
  test(
    `the posters of an event, a series and a group fit one sheet of ${size}`,
    wideExcept(size === 'a5'),
    async ({ page }) => {
      const group = await groupNamed(page.request, places.series);
      const date = await eventIn(page.request, places.series);
      const event = await eventIn(page.request, places.rsvp);
      for (const path of [paths.event(event.id), paths.event(date.id), paths.group(group.id)]) {
        await open(page, paths.poster(path, size));
        await expect(poster(page)).toBeVisible();
        expect(await violationsOn(page)).toEqual([]);
        await poster(page)
          .locator('img')
          .evaluate((image: HTMLImageElement) => image.decode());
        expect(await sheets(page)).toEqual([sheet]);
        const code = page.getByRole('link', { name: 'Download the code' });
        const drawn = await page.request.get((await code.getAttribute('href')) ?? '');
        expect(await drawn.text()).toBe(renderSVG(siteAddress() + path, { ecc: 'M', border: 4 }));
      }
      await expect(poster(page)).toContainText(date.title);
    },
  );
}

test('a poster is one tap from its page, and names the next dates', async ({ page }) => {
  const date = await eventIn(page.request, places.series);
  await open(page, paths.event(date.id));
  await page.getByRole('link', { name: 'Print a poster' }).click();
  await expect(heading(page)).toHaveText('Print a poster');
  await expect(poster(page).getByText(/^Then \w+ \d+, \d{4}/)).toBeVisible();
  await page.getByRole('link', { name: 'A5' }).click();
  await expect(page).toHaveURL(/size=a5$/);
  await open(page, paths.group(date.groupId));
  await page.getByRole('link', { name: 'Print a poster' }).click();
  await expect(poster(page).getByRole('heading')).toHaveText(places.series);
});

test('a printed page has no buttons or links that look like them', async ({ page }) => {
  const { groupId } = await eventIn(page.request, places.rsvp);
  await open(page, paths.group(groupId));
  await expect(page.getByRole('link', { name: 'Sign in to Join' }).first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in to Join' })).toBeHidden();
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
});

test("on paper nothing is dark, whatever the screen's theme", async ({ page }) => {
  await open(page, paths.groups);
  const colours = async (media: 'screen' | 'print', colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ media, colorScheme });
    return page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      const names = ['paper', 'ink', 'primary-soft', 'on-primary', 'accent-soft', 'good', 'hall'];
      return names.map((name) => style.getPropertyValue(`--color-${name}`));
    });
  };
  expect(await colours('screen', 'dark')).not.toEqual(await colours('screen', 'light'));
  expect(await colours('print', 'dark')).toEqual(await colours('print', 'light'));
});

test.describe('as an organiser', () => {
  test.use({ as: 'organiser' });

  test(
    'with the longest possible texts it still fits one sheet, including the venue',
    wide,
    async ({ page }) => {
      const groups = await read(page.request, 'GET /api/user/groups');
      const group = groups.find(({ membership }) => membership?.isOrganizer);
      const title = `${randomUUID()} ${'An evening of everything at once, '.repeat(6)}`.slice(
        0,
        200,
      );
      const location = 'The upper room over the old corn exchange, '.repeat(8).slice(0, 300);
      await send(page.request, 'POST /api/events', {
        body: {
          title,
          description: 'Bring a chair, a friend and something warm to drink.\n\n'.repeat(180),
          location,
          categoryId: 2,
          groupId: group?.id,
          placePublic: true,
          startTime: '2031-06-14T18:30:00.000Z',
          endTime: '2031-06-15T21:00:00.000Z',
        },
      });
      const [event] = await read(page.request, 'GET /api/events', {
        query: { q: title.slice(0, 36) },
      });
      await openEvent(page, event?.id ?? 0);
      await emulatePrint(page);
      await expect(poster(page)).toContainText(location.trim().slice(0, 80));
      expect(await sheets(page)).toEqual([a4]);
      await send(page.request, 'DELETE /api/events/:id', { params: { id: event?.id } });
    },
  );
});

test(
  'the poster of an event for anyone asks for a name and an email only',
  wide,
  async ({ page, browser }) => {
    const { context: organiser } = await newMember(browser, 'Sam');
    const { id } = await newEvent(organiser, browser, { openTo: 'anyone' });
    await openEvent(page, id);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await expect(poster(page)).toContainText('Scan, type your name and email. No account needed.');
  },
);
