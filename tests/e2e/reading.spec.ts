import type { Locator, Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { read, siteAddress } from './support/api.ts';
import { wideExcept } from '#tests/support/breadth.ts';
import { heading, main } from './support/pages.ts';
import { card, cards, groupNamed, nextEventOf, places } from './support/places.ts';
import { structuredDataIn } from '#tests/support/structured-data.ts';
import { expect, test } from './support/test.ts';

// The browser logs blocked scripts and 404 answers as failures.
const ownNoise = /^requestfailed: \S+\.js csp$|the server responded with a status of 404/;

test.use({ javaScriptEnabled: false, expectedNoise: ownNoise });

const firstCharacters = (text: string) => [...text.replace(/\s+/g, ' ')].slice(0, 155).join('');

const meta = (page: Page, name: string) =>
  page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');

test('the home page shows upcoming events and popular groups', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Villagehall – find and create community events');
  await expect(main(page).getByRole('heading', { name: 'Upcoming Events' })).toBeVisible();
  const [event] = await read(page.request, 'GET /api/events', { query: { limit: 1 } });
  await expect(card(page, paths.event(event?.id ?? 0))).toContainText(event?.title ?? '');
  await expect(main(page).getByRole('heading', { name: 'Popular Groups' })).toBeVisible();
  await expect(cards(page)).toHaveCount(6 + 4);
});

test('/events shows titles and towns, and on a phone the venue as a hidden line with “Sign in to see location”', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/events');
  await expect(page).toHaveTitle('Explore Events – Villagehall');
  const events = await read(page.request, 'GET /api/events', { query: { limit: 9 } });
  await expect(cards(page).getByRole('heading')).toHaveText(events.map(({ title }) => title));
  const hidden = cards(page).filter({ hasText: 'Sign in to see location' });
  await expect(hidden).toHaveCount(events.filter(({ locationHidden }) => locationHidden).length);
  for (const each of await hidden.all()) await expectHiddenLine(each);
  for (const { location } of events.filter(({ placePublic }) => placePublic)) {
    await expect(main(page)).toContainText(location ?? '');
  }
});

/** Expects a blurred line beside the town, and the words that explain it below. */
async function expectHiddenLine(event: Locator): Promise<void> {
  const line = event.locator('p > [aria-hidden]:empty');
  const style = await line.evaluate((part) => {
    const { filter, backgroundImage } = getComputedStyle(part);
    return { filter, backgroundImage };
  });
  expect(style).toEqual({
    filter: expect.stringContaining('blur'),
    backgroundImage: expect.stringContaining('gradient'),
  });
  const [drawn, words] = [
    await line.boundingBox(),
    await event.getByText('Sign in to see location').boundingBox(),
  ];
  expect(drawn?.width).toBeGreaterThanOrEqual(32);
  expect(words?.y).toBeGreaterThan(drawn?.y ?? Infinity);
}

test('the filter form works by GET', async ({ page }) => {
  await page.goto('/events');
  await page.getByLabel('Search').fill('board');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/events\?.*\bq=board\b/);
  const found = await read(page.request, 'GET /api/events', { query: { q: 'board', limit: 9 } });
  expect(found.length).toBeGreaterThan(0);
  await expect(cards(page).getByRole('heading')).toHaveText(found.map(({ title }) => title));
  await expect(page.getByLabel('Search')).toHaveValue('board');

  await page.goto('/groups');
  const [category] = await read(page.request, 'GET /api/categories').then((all) =>
    all.filter(({ name }) => /outdoors/i.test(name)),
  );
  await page.getByLabel('Category').selectOption(String(category?.id));
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(new RegExp(`/groups\\?.*\\bcategory=${category?.id}\\b`));
  await expect(cards(page).filter({ hasText: 'Greta Fell Walkers' })).toHaveCount(1);
  await expect(cards(page).filter({ hasText: places.rsvp })).toHaveCount(0);
});

for (const [path, name, size] of [
  ['/events', 'Load More Events', 9],
  ['/groups', 'Load More Groups', 8],
] as const) {
  test(
    `${name} is a link to the next ${size}`,
    wideExcept(path === '/events'),
    async ({ page }) => {
      await page.goto(path);
      const first = await cards(page).getByRole('heading').allTextContents();
      expect(first).toHaveLength(size);
      await page.getByRole('link', { name }).click();
      await expect(page).toHaveURL(new RegExp(`${path}\\?cursor=`));
      await expect(cards(page)).toHaveCount(size);
      const links = cards(page).getByRole('heading').getByRole('link');
      const second = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')));
      await page.goBack();
      for (const href of second) await expect(card(page, href ?? '')).toHaveCount(0);
    },
  );
}

test('an event describes itself to people, link previews and search engines', async ({ page }) => {
  const group = await groupNamed(page.request, places.rsvp);
  const event = await nextEventOf(page.request, group);
  const address = new URL(paths.event(event.id), siteAddress()).href;
  const response = await page.goto(address);
  expect(response?.status()).toBe(200);

  await expect(heading(page)).toHaveText(event.title);
  await expect(main(page)).toContainText('About this event');
  await expect(main(page)).toContainText('Hosted by');
  await expect(main(page)).toContainText(group.name);
  await expect(main(page)).toContainText('Members Only');
  await expect(main(page)).toContainText('Sign in to see the venue');
  await expect(main(page)).toContainText('Join the conversation');

  const description = firstCharacters(event.description);
  await expect(page).toHaveTitle(`${event.title} – Villagehall`);
  expect(await meta(page, 'description')).toBe(description);
  expect(await meta(page, 'og:title')).toBe(`${event.title} – Villagehall`);
  expect(await meta(page, 'og:description')).toBe(description);
  expect(await meta(page, 'og:site_name')).toBe('Villagehall');
  expect(await meta(page, 'og:url')).toBe(address);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', address);
  const picture = (await meta(page, 'og:image')) ?? '';
  expect((await page.request.get(picture)).headers()['content-type']).toMatch(/^image\//);

  const { things, issues } = await structuredDataIn(await page.content());
  expect(issues).toEqual([]);
  expect(things['Event']).toMatchObject([
    {
      name: event.title,
      description: event.description,
      location: { name: event.town, address: { addressLocality: event.town } },
      organizer: { name: group.name, url: new URL(paths.group(group.id), siteAddress()).href },
    },
  ]);
  expect(things['BreadcrumbList']).toHaveLength(1);
});

test('a group shows its description, with its own title and words', async ({ page }) => {
  const group = await groupNamed(page.request, places.rsvp);
  await page.goto(paths.group(group.id));
  await expect(heading(page)).toHaveText(group.name);
  await expect(page).toHaveTitle(`${group.name} – Villagehall`);
  expect(await meta(page, 'description')).toBe(firstCharacters(group.description));
  await expect(main(page)).toContainText(group.description.slice(0, 60));
  await expect(main(page).getByRole('link', { name: 'Back to Groups' })).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Sign in to Join' })).toHaveAttribute(
    'href',
    `/api/login?next=${encodeURIComponent(paths.group(group.id))}`,
  );
});

test('/about shows the mission, the values and how it works', async ({ page }) => {
  await page.goto('/about');
  await expect(page).toHaveTitle('About Us – Villagehall');
  for (const value of ['Inclusive Community', 'Member-Focused', 'Forever Free', 'How it works']) {
    await expect(main(page).getByRole('heading', { name: value })).toBeVisible();
  }
  await expect(main(page).getByRole('link', { name: 'Support Us' })).toHaveAttribute(
    'href',
    '/support',
  );
});

test.describe('a missing page', () => {
  test('at an unknown address answers 404 with a page that says so', async ({ page }) => {
    const response = await page.goto('/nothing/of/the/kind');
    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle('Page Not Found – Villagehall');
    await expect(heading(page)).toHaveText('404 Page Not Found');
  });

  for (const [at, path] of [
    '/events/2147483647',
    '/events/tea',
    '/groups/2147483647',
    '/events/-1',
    '/events/0x10',
    '/events/9999999999999999',
  ].entries()) {
    test(`at ${path} answers 404 with the way to others`, wideExcept(at < 3), async ({ page }) => {
      const [, list, kind = ''] = /^(\/(event|group)s)/.exec(path) ?? [];
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expect(main(page)).toContainText(
        `The ${kind} you're looking for might have been removed or doesn't exist.`,
      );
      await expect(heading(page)).toHaveText(`${kind === 'event' ? 'Event' : 'Group'} not found`);
      const others = page.getByRole('link', { name: `Browse other ${kind}s` });
      await expect(others).toHaveAttribute('href', list ?? '');
    });
  }
});
