import type { Page } from '@playwright/test';
import { wide } from '#tests/support/breadth.ts';
import { read } from './support/api.ts';
import { heading, delayAnswers, main, open } from './support/pages.ts';
import { cards, places } from './support/places.ts';
import { expect, test } from './support/test.ts';

const titles = (page: Page) => cards(page).getByRole('heading');

async function searchFor(page: Page, words: string): Promise<void> {
  await page.getByLabel('Search').fill(words);
  await page.getByLabel('Search').press('Enter');
}

/** The skeletons shown while a list loads. */
const skeletons = (page: Page, label: string) => page.getByRole('status', { name: label });

test('/events shows 9 cards at first, and Load More Events adds 9 until the end', async ({
  page,
}) => {
  await open(page, '/events');
  await expect(cards(page)).toHaveCount(9);
  const first = await titles(page).allTextContents();
  await page.getByRole('link', { name: 'Load More Events' }).click();
  await expect(cards(page)).toHaveCount(18);
  await expect(page).toHaveURL('/events');
  expect((await titles(page).allTextContents()).slice(0, 9)).toEqual(first);
  await page.getByRole('link', { name: 'Load More Events' }).click();
  await expect(cards(page)).toHaveCount(27);
  const links = titles(page).getByRole('link');
  const hrefs = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  expect(new Set(hrefs).size).toBe(27);

  const found = await read(page.request, 'GET /api/events', { query: { q: 'board' } });
  await open(page, '/events?q=board');
  for (let shown = 9; shown < found.length; shown += 9) {
    await expect(cards(page)).toHaveCount(shown);
    await page.getByRole('link', { name: 'Load More Events' }).click();
  }
  await expect(cards(page)).toHaveCount(found.length);
  await expect(page.getByRole('link', { name: 'Load More Events' })).toHaveCount(0);
});

test('/groups shows 8 cards at first, and Load More Groups adds 8', wide, async ({ page }) => {
  await open(page, '/groups');
  await expect(cards(page)).toHaveCount(8);
  await page.getByRole('link', { name: 'Load More Groups' }).click();
  await expect(cards(page)).toHaveCount(16);
});

test('the home page shows 6 events and 4 popular groups, and Load More Events adds 6', async ({
  page,
}) => {
  await open(page, '/');
  const section = (name: string) =>
    main(page)
      .locator('section')
      .filter({ has: page.getByRole('heading', { name, exact: true }) });
  const events = section('Upcoming Events').getByRole('article');
  await expect(events).toHaveCount(6);
  await expect(section('Popular Groups').getByRole('article')).toHaveCount(4);
  await page.getByRole('link', { name: 'Load More Events' }).click();
  await expect(events).toHaveCount(12);
  await expect(section('Popular Groups').getByRole('article')).toHaveCount(4);
  await expect(page.getByRole('link', { name: 'View all', exact: true })).toHaveAttribute(
    'href',
    '/events',
  );
  await expect(page.getByRole('link', { name: 'View all groups' })).toHaveAttribute(
    'href',
    '/groups',
  );
});

test('the query string fills in q, location and category', async ({ page }) => {
  const [event] = await read(page.request, 'GET /api/events', { query: { limit: 1 } });
  const { title = '', town = '', categoryId = 0 } = event ?? {};
  const query = new URLSearchParams({ q: title, location: town ?? '', category: `${categoryId}` });
  await open(page, `/events?${query}`);
  await expect(page.getByLabel('Search')).toHaveValue(title);
  await expect(page.getByLabel('Location')).toHaveValue(town ?? '');
  await expect(page.getByLabel('Category')).toHaveValue(String(categoryId));
  await expect(titles(page).first()).toHaveText(title);
  await expect(page.getByRole('option', { name: 'All Categories' })).toBeAttached();
});

test('without a match /events shows its words, and Clear Filters resets', async ({ page }) => {
  await open(page, '/events?location=Atlantis');
  await searchFor(page, 'zeppelin');
  await expect(page).toHaveURL(/q=zeppelin/);
  await expect(main(page).getByRole('heading', { name: 'No events found' })).toBeVisible();
  await expect(main(page)).toContainText('Try adjusting your search filters or check back later.');
  await main(page).getByText('Clear Filters').click();
  await expect(page).toHaveURL('/events');
  await expect(cards(page)).toHaveCount(9);
  await expect(page.getByLabel('Search')).toHaveValue('');
  await expect(page.getByLabel('Location')).toHaveValue('');
});

test(
  'without a match /groups shows its words, with Clear Filters and Create a Group',
  wide,
  async ({ page }) => {
    await open(page, '/groups');
    await searchFor(page, 'zeppelin');
    await expect(page).toHaveURL('/groups?q=zeppelin');
    await expect(main(page).getByRole('heading', { name: 'No groups found' })).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Create a Group' })).toHaveAttribute(
      'href',
      '/create-group',
    );
    await main(page).getByText('Clear Filters').click();
    await expect(page).toHaveURL('/groups');
    await expect(cards(page)).toHaveCount(8);
    await expect(page.getByLabel('Search')).toHaveValue('');
  },
);

test('typing in the filters updates the address and the list, without history entries', async ({
  page,
}) => {
  await open(page, '/about');
  await page.getByRole('banner').getByRole('link', { name: 'Explore Events' }).click();
  await expect(cards(page)).toHaveCount(9);
  await page.getByLabel('Search').pressSequentially('BOARD');
  await expect(page).toHaveURL('/events?q=BOARD');
  const found = await read(page.request, 'GET /api/events', { query: { q: 'board', limit: 9 } });
  await expect(titles(page)).toHaveText(found.map(({ title }) => title));
  const town = found[0]?.town ?? '';
  await page.getByLabel('Location').fill(town.toUpperCase());
  await expect(page).toHaveURL(new RegExp(`q=BOARD&location=${encodeURIComponent(town)}`, 'i'));
  await page.getByLabel('Category').selectOption(String(found[0]?.categoryId));
  await expect(page).toHaveURL(new RegExp(`&category=${found[0]?.categoryId}$`));
  await expect(titles(page).first()).toHaveText(found[0]?.title ?? '');
  await page.goBack();
  await expect(page).toHaveURL('/about');
});

test(
  'while loading, /events has 6 skeletons, /groups 8, the home page 3 and 4',
  wide,
  async ({ page }) => {
    await open(page, '/about');
    const letEventsCome = await delayAnswers(page, /\/api\/events\?/);
    const letGroupsCome = await delayAnswers(page, /\/api\/groups\?/);
    const header = page.getByRole('banner');

    await header.getByRole('link', { name: 'Explore Events' }).click();
    await expect(heading(page)).toHaveText('Explore Events');
    await expect(skeletons(page, 'Loading events').locator('> div > div')).toHaveCount(6);
    await header.getByRole('link', { name: 'Discover Groups' }).click();
    await expect(heading(page)).toHaveText('Discover Groups');
    await expect(skeletons(page, 'Loading groups').locator('> div > div')).toHaveCount(8);
    await header.getByRole('link', { name: 'Villagehall' }).click();
    await expect(heading(page)).toHaveText('Real life happens near you');
    await expect(skeletons(page, 'Loading events').locator('> div > div')).toHaveCount(3);
    await expect(skeletons(page, 'Loading groups').locator('> div > div')).toHaveCount(4);

    letEventsCome();
    letGroupsCome();
    await expect(cards(page)).toHaveCount(6 + 4);
    await expect(page.getByRole('status')).toHaveCount(0);
  },
);

test(
  'a group’s tabs have 2 skeletons for its events and 6 for its members',
  wide,
  async ({ page }) => {
    await open(page, `/groups?q=${encodeURIComponent(places.rsvp)}`);
    const letEventsCome = await delayAnswers(page, /\/api\/events\/group\//);
    const letMembersCome = await delayAnswers(page, /\/api\/groups\/\d+\/members/);
    await cards(page).getByRole('heading').getByRole('link').click();
    await expect(heading(page)).toHaveText(places.rsvp);
    await page.getByRole('tab', { name: 'Events' }).click();
    await expect(skeletons(page, 'Loading events').locator('> div > div')).toHaveCount(2);
    await page.getByRole('tab', { name: 'Members' }).click();
    await expect(skeletons(page, 'Loading members').locator('> *')).toHaveCount(6);
    letMembersCome();
    await expect(main(page).getByText('Organizer', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Events' }).click();
    letEventsCome();
    await expect(cards(page).first()).toBeVisible();
  },
);

test('an unavailable list says so, and loads on retry', async ({ page }) => {
  await open(page, '/about');
  await page.route(/\/api\/events\?/, (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: 'no JSON' }),
  );
  await page.getByRole('banner').getByRole('link', { name: 'Explore Events' }).click();
  await expect(main(page)).toContainText("This list can't be shown right now");
  // Hovering a link prefetches its page again.
  await page.mouse.move(0, 0);
  await page.unroute(/\/api\/events\?/);
  await main(page).getByRole('button', { name: 'Try again' }).click();
  await expect(cards(page)).toHaveCount(9);
});
