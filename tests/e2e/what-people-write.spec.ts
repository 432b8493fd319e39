import type { APIRequestContext, Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { wideExcept, wide } from '#tests/support/breadth.ts';
import { read, send } from './support/api.ts';
import { newGroup } from './support/hosts.ts';
import { main, open, toast } from './support/pages.ts';
import { register } from './support/people.ts';
import { attend, eventIn, join } from './support/places.ts';
import { expect, refusals, test } from './support/test.ts';

const group = 'Stroud Repair Café';
const longName = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2);

const comment = (request: APIRequestContext, id: number, content: string) =>
  send(request, 'POST /api/events/:id/comments', { params: { id }, body: { content } });

/** Returns how far the page overflows its window sideways. */
const sticksOut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

for (const width of [320, 360]) {
  test(
    `a first name of ${longName.length} letters stays in its place at ${width} px`,
    wideExcept(width === 320),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await register(page.context(), { firstName: longName });
      const { id, groupId } = await eventIn(page.request, group);
      await join(page.request, groupId);
      await attend(page.request, id);
      await comment(page.request, id, `Written at ${width} px`);
      await open(page, paths.event(id));
      const own = page.getByRole('listitem').filter({ hasText: `Written at ${width} px` });
      const name = await own.getByText(longName).boundingBox();
      const remove = await own.getByRole('button', { name: /^Delete/ }).boundingBox();
      if (!name || !remove) throw new Error('the comment is not shown');
      expect(name.x + name.width).toBeLessThanOrEqual(remove.x);
      expect(await sticksOut(page)).toBe(0);

      for (const path of [paths.home, paths.dashboard, paths.group(groupId), '/welcome']) {
        await open(page, path);
        expect(await sticksOut(page), path).toBe(0);
      }
    },
  );
}

test('right-to-left text reads from right to left', async ({ page }) => {
  const words = 'שלום לכולם, נתראה שם!';
  await register(page.context(), { firstName: 'נועה' });
  const { id, groupId } = await eventIn(page.request, group);
  await join(page.request, groupId);
  await comment(page.request, id, words);
  await open(page, paths.event(id));
  const direction = (text: string) =>
    main(page)
      .getByText(text)
      .first()
      .evaluate((part) => getComputedStyle(part).direction);
  expect(await direction(words)).toBe('rtl');
  expect(await direction('נועה')).toBe('rtl');
  const { title } = await read(page.request, 'GET /api/events/:id', { params: { id } });
  expect(await direction(title)).toBe('ltr');
  await page.getByLabel('Your comment').fill(words);
  await expect(page.getByLabel('Your comment')).toHaveCSS('direction', 'rtl');
});

test.describe('a notice', () => {
  test.use({ expectedNoise: refusals });

  test('has the direction of its text', wide, async ({ page }) => {
    const words = 'החשבון הזה סגור.';
    await page.route('**/api/login', (route) =>
      route.fulfill({ status: 403, json: { code: 'suspended', message: words, error: words } }),
    );
    await open(page, `${paths.auth}?tab=login`);
    await main(page).getByLabel('Email').fill('noa@example.org');
    await main(page).getByLabel('Password', { exact: true }).fill('Village-hall1');
    await main(page).getByRole('button', { name: 'Log In' }).click();
    await expect(toast(page).getByText(words)).toHaveCSS('direction', 'rtl');
    await expect(toast(page).getByText('Login failed')).toHaveCSS('direction', 'ltr');
  });
});

test.describe('an organiser', () => {
  test.use({ as: 'organiser' });

  test('reads once on a card that a group is under review', wide, async ({ page }) => {
    const { name } = await newGroup(page.context());
    await open(page, paths.myGroups);
    const card = page.getByRole('article').filter({ hasText: name });
    await expect(card.getByText('Under review')).toHaveCount(1);
    await expect(
      page.getByRole('listitem').filter({ has: card }).getByText('Under review'),
    ).toHaveCount(1);
  });
});
