import type { Page } from '@playwright/test';
import { dateOf } from '#contract/platform/days.ts';
import { paths } from '#contract/platform/paths.ts';
import { dayName, monthName, monthsAfter } from '#web/features/events/month/month-words.ts';
import { wide } from '#tests/support/breadth.ts';
import { read } from './support/api.ts';
import { heading, main, open } from './support/pages.ts';
import { cards } from './support/places.ts';
import { expect, test } from './support/test.ts';

const thisMonth = dateOf(new Date()).slice(0, 7);
const nextMonth = monthsAfter(thisMonth, 1) ?? '';

const view = (page: Page, name: 'List' | 'Month') =>
  page.getByRole('navigation', { name: 'View' }).getByRole('link', { name });
const months = (page: Page) => page.getByRole('navigation', { name: 'Months' });
const monthHeading = (page: Page) => main(page).getByRole('heading', { level: 2 });
const days = (page: Page) => main(page).getByRole('heading', { level: 3 });
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** Finds the busiest day of the demo, in this month or the next. */
async function fullestDay(page: Page) {
  const found = await Promise.all(
    [thisMonth, nextMonth].map((month) =>
      read(page.request, 'GET /api/events/month', { query: { month } }),
    ),
  );
  const [fullest] = found
    .flatMap((each) => each.days)
    .toSorted((one, other) => other.count - one.count);
  if (!fullest || fullest.count <= fullest.events.length) throw new Error('no day has more');
  return fullest;
}

test('List and Month link to each other, and keep every filter', async ({ page }) => {
  await open(page, '/events?q=the&near=Leeds&category=2&free=true');
  await expect(view(page, 'List')).toHaveAttribute('aria-current', 'page');
  await view(page, 'Month').click();
  await expect(monthHeading(page)).toHaveText(monthName(thisMonth));
  await expect(page).toHaveTitle(`Events in ${monthName(thisMonth)} – Villagehall`);
  const narrowing = { q: 'the', near: 'Leeds', category: '2', free: 'true' };
  expect(query(page)).toEqual({ ...narrowing, view: 'month' });
  await expect(page.getByLabel('Search')).toHaveValue('the');

  await months(page).getByRole('link', { name: 'Next month' }).click();
  await expect(monthHeading(page)).toHaveText(monthName(nextMonth));
  await expect(page).toHaveTitle(`Events in ${monthName(nextMonth)} – Villagehall`);
  expect(query(page)).toEqual({ ...narrowing, view: 'month', month: nextMonth });
  await page.getByLabel('Search').fill('a');
  await expect(page).toHaveURL(/q=a&/);
  await page.getByRole('link', { name: 'Near Leeds, remove' }).click();
  await expect(page).not.toHaveURL(/near/);
  expect(query(page)).toEqual({
    q: 'a',
    category: '2',
    free: 'true',
    view: 'month',
    month: nextMonth,
  });

  await months(page).getByRole('link', { name: 'Today' }).click();
  await expect(monthHeading(page)).toHaveText(monthName(thisMonth));
  await view(page, 'List').click();
  await expect(view(page, 'List')).toHaveAttribute('aria-current', 'page');
  expect(query(page)).toEqual({ q: 'a', category: '2', free: 'true' });
  await expect(page).toHaveTitle('Explore Events – Villagehall');
  await page.goBack();
  await expect(monthHeading(page)).toHaveText(monthName(thisMonth));
});

test("a month lists each day's events, with links", async ({ page }) => {
  const month = await read(page.request, 'GET /api/events/month', { query: { month: nextMonth } });
  const address = `/events?view=month&month=${nextMonth}`;
  await open(page, address);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    new URL(address, page.url()).href,
  );
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
  await expect(days(page).locator('time')).toHaveText(month.days.map(({ date }) => dayName(date)));
  const [first] = month.days.flatMap(({ events }) => events);
  const link = main(page).locator(`a[href="${paths.event(first?.id ?? 0)}"]`);
  await expect(link).toContainText(first?.title ?? '');
  await link.click();
  await expect(heading(page)).toHaveText(first?.title ?? '');
});

test(
  'the keyboard reaches the next month and back, with the focus in place',
  wide,
  async ({ page }) => {
    await open(page, '/events?view=month');
    const next = months(page).getByRole('link', { name: 'Next month' });
    await next.focus();
    await page.keyboard.press('Enter');
    await expect(monthHeading(page)).toHaveText(monthName(nextMonth));
    await expect(next).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(monthHeading(page)).toHaveText(monthName(thisMonth));
    await expect(main(page).locator('[aria-current=date]')).toHaveAttribute('id', 'today');
  },
);

test('an empty month says so, and links onwards without its filters', wide, async ({ page }) => {
  await open(page, '/events?view=month&month=2031-02&q=zeppelin');
  await expect(
    main(page).getByRole('heading', { name: 'No events in February 2031' }),
  ).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(months(page).getByRole('link', { name: 'Next month' })).toHaveAttribute(
    'rel',
    'nofollow',
  );
  await main(page).getByRole('link', { name: 'Clear Filters' }).click();
  await expect(main(page).getByRole('link', { name: 'All upcoming events' })).toBeVisible();
  expect(query(page)).toEqual({ view: 'month', month: '2031-02' });
});

test('on a phone an empty month links to the next one with events', wide, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const asked = { q: 'Weekend congress', limit: 1 };
  const [event] = await read(page.request, 'GET /api/events', { query: asked });
  const month = dateOf(new Date(event?.startTime ?? '')).slice(0, 7);
  await open(page, `/events?view=month&q=Weekend+congress&month=${monthsAfter(month, -1)}`);
  const told = main(page).getByText('Next:');
  await expect(told).toHaveText(/^Next: Sat, \w{3} \d+$/);
  await told.getByRole('link').click();
  await expect(monthHeading(page)).toHaveText(monthName(month));
  await expect(page).toHaveURL(/q=Weekend\+congress/);
});

test(
  'an invalid month shows the current one, as invalid days show none',
  wide,
  async ({ page }) => {
    await open(page, '/events?view=month&month=2031-13');
    await expect(monthHeading(page)).toHaveText(monthName(thisMonth));
  },
);

test('on a phone of 320 px a month lists the days with events', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const { days: told } = await read(page.request, 'GET /api/events/month', {
    query: { month: nextMonth },
  });
  await open(page, `/events?view=month&month=${nextMonth}`);
  await expect(main(page).locator('li:has(> :is(h3, p) > time):visible')).toHaveCount(told.length);
  await expect(main(page).getByText('Mon', { exact: true })).toBeHidden();
  const lefts = await days(page).evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect().left),
  );
  expect(new Set(lefts).size).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('on a phone the current month opens at today, with earlier days behind a press', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { days: told, today } = await read(page.request, 'GET /api/events/month', {});
  const earlier = told.filter(({ date }) => date < today);
  await open(page, '/events?view=month');
  const shown = main(page).locator('li:has(> :is(h3, p) > time):visible');
  await expect(shown.first()).toHaveAttribute('aria-current', 'date');
  const coming = await shown.count();
  if (earlier.length > 0) await main(page).getByText('Earlier this month').click();
  await expect(shown).toHaveCount(coming + earlier.length);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: /^requestfailed: \S+\.js csp$/ });

  test('a month is complete, with links to other months and whole days', async ({ page }) => {
    const fullest = await fullestDay(page);
    await page.goto(`/events?view=month&month=${fullest.date.slice(0, 7)}&free=`);
    const more = main(page).getByRole('link', { name: `more on ${dayName(fullest.date)}` });
    await expect(more).toHaveText(new RegExp(`^${fullest.count - 3} more`));
    await more.click();
    await expect(cards(page)).toHaveCount(Math.min(9, fullest.count));
    await expect(cards(page).getByRole('heading').first()).toHaveText(
      fullest.events[0]?.title ?? '',
    );
    await view(page, 'Month').click();
    await expect(monthHeading(page)).toHaveText(monthName(fullest.date.slice(0, 7)));
    await months(page).getByRole('link', { name: 'Previous month' }).click();
    await expect(monthHeading(page)).not.toHaveText(monthName(fullest.date.slice(0, 7)));
    await view(page, 'List').click();
    await expect(cards(page).first()).toBeVisible();
  });

  test('the form keeps the month', async ({ page }) => {
    await page.goto('/events?view=month&month=2031-02&near=Leeds');
    await page.getByLabel('Search').fill('board');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(monthHeading(page)).toHaveText('February 2031');
    expect(query(page)).toMatchObject({
      q: 'board',
      near: 'Leeds',
      view: 'month',
      month: '2031-02',
    });
  });
});
