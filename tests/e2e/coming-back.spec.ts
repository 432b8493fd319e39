import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { send } from './support/api.ts';
import {
  about,
  addEvent,
  approve,
  newContext,
  newGroup,
  newMember,
  venue,
} from './support/hosts.ts';
import { heading, main, open, reload } from './support/pages.ts';
import { register } from './support/people.ts';
import { attend, cards, eventIn, join, places } from './support/places.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

const more = (page: Page, what: string) =>
  page
    .getByRole('link', { name: `Load More ${what}` })
    .or(page.getByRole('button', { name: `Load More ${what}` }));

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Scrolls a row of the list to the top, as a thumb would leave it. */
async function scrollTo(page: Page, row: number): Promise<number> {
  await cards(page)
    .nth(row)
    .evaluate((card) => card.scrollIntoView({ block: 'start' }));
  return scrolled(page);
}

for (const { path, what, size } of [
  { path: paths.events, what: 'Events', size: 9 },
  { path: paths.groups, what: 'Groups', size: 8 },
])
  test(`a reload of ${path}, and Back, keep its length and place`, async ({ page }) => {
    await open(page, path);
    await more(page, what).click();
    await expect(cards(page)).toHaveCount(2 * size);
    const place = await scrollTo(page, size + 3);
    expect(place).toBeGreaterThan(844);
    await reload(page);
    await expect(cards(page)).toHaveCount(2 * size);
    await expect.poll(() => scrolled(page)).toBe(place);

    const link = cards(page)
      .nth(size + 3)
      .getByRole('heading')
      .getByRole('link');
    const name = (await link.textContent()) ?? '';
    await link.click();
    await expect(heading(page)).toHaveText(name);
    await expect.poll(() => scrolled(page)).toBe(0);
    await page.goBack();
    await expect(cards(page)).toHaveCount(2 * size);
    await expect.poll(() => scrolled(page)).toBe(place);

    // A visit of its own begins anew.
    await open(page, path);
    await expect(cards(page)).toHaveCount(size);
  });

test('‘Back to Groups’ keeps the search, and ‘Search’ closes the filters', async ({ page }) => {
  await open(page, paths.groups);
  const filters = page.locator('summary', { hasText: 'Filters' });
  await filters.click();
  await page.getByLabel('Search').fill('the');
  await expect(page).toHaveURL(/q=the/);
  await expect(page.getByLabel('Search')).toBeVisible();
  await main(page).getByRole('button', { name: 'Search' }).click();
  await expect(page.getByLabel('Search')).toBeHidden();
  await expect(filters).toBeFocused();
  const found = await cards(page).getByRole('heading').allTextContents();
  await cards(page).first().getByRole('heading').getByRole('link').click();
  await expect(heading(page)).toHaveText(found[0] ?? '');
  await reload(page);
  await page.getByRole('link', { name: 'Back to Groups' }).click();
  await expect(page).toHaveURL(/\/groups\?q=the$/);
  await expect(cards(page).getByRole('heading')).toHaveText(found);

  await open(page, paths.events);
  await page.locator('summary', { hasText: 'Filters' }).click();
  await page.getByLabel('Search').fill('walk');
  await main(page).getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/q=walk/);
  await expect(page.getByLabel('Search')).toBeHidden();
});

test('the members of a group keep their tab over a reload and Back', wide, async ({ page }) => {
  const { groupId, id } = await eventIn(page.request, places.rsvp);
  await open(page, paths.group(groupId));
  await page.getByRole('tab', { name: 'Members' }).click();
  await reload(page);
  const members = page.getByRole('tab', { name: 'Members' });
  await expect(members).toHaveAttribute('aria-selected', 'true');
  await open(page, paths.event(id));
  await page.goBack();
  await expect(members).toHaveAttribute('aria-selected', 'true');
});

test.describe('an admin', () => {
  test.use({ as: 'admin' });

  test('keeps the length and place of a list of users', wide, async ({ page }) => {
    await open(page, paths.adminTab('users'));
    const rows = main(page).getByRole('row');
    const first = await rows.count();
    await more(page, 'Users').click();
    await expect.poll(() => rows.count()).toBeGreaterThan(first);
    const all = await rows.count();
    await rows.last().evaluate((row) => row.scrollIntoView({ block: 'center' }));
    const place = await scrolled(page);
    await reload(page);
    await expect(rows).toHaveCount(all);
    await expect.poll(() => scrolled(page)).toBe(place);
  });
});

test('a member’s start page and My Events begin with their next event', async ({ browser }) => {
  const owner = await newContext(browser);
  await register(owner);
  const group = await newGroup(owner);
  await approve(browser, group.id);
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const hours = { startTime: inHours(72), endTime: inHours(74) };
  const next = await addEvent(owner, group.id, { title: 'Our own walk', ...hours });
  await send(owner.request, 'POST /api/series', {
    body: {
      title: 'Weekly practice',
      description: about,
      imageUrl: '',
      location: venue,
      categoryId: 2,
      groupId: group.id,
      asksEverybody: true,
      rrule: 'FREQ=WEEKLY;COUNT=5',
      ...hours,
    },
  });
  const { context } = await newMember(browser, 'Ada');
  await join(context.request, group.id);
  await attend(context.request, next);
  const ada = await context.newPage();
  await ada.setViewportSize({ width: 390, height: 844 });
  await open(ada, paths.home);
  await expect(main(ada).getByRole('heading').first()).toHaveText("What's next for you");
  await expect(cards(ada).first()).toContainText('Our own walk');
  await expect(cards(ada).first().getByRole('link').first()).toBeInViewport();

  await open(ada, paths.myEvents);
  const own = main(ada).getByRole('region', { name: 'Your next event' });
  await expect(own.getByRole('link', { name: /Our own walk/ })).toBeInViewport({ ratio: 1 });
  const waiting = main(ada).getByRole('region', { name: 'Waiting for your answer' });
  await expect(waiting.getByRole('group', { name: 'Weekly practice' })).toHaveCount(1);
});
