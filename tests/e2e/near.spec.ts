import type { Browser, Page } from '@playwright/test';
import { formatMoment } from '#contract/platform/dates.ts';
import { dateOf } from '#contract/platform/days.ts';
import { hour } from '#contract/platform/durations.ts';
import { paths } from '#contract/platform/paths.ts';
import { thisWeek, thisWeekend } from '#web/features/events/month/spans.ts';
import { wide, wideExcept } from '#tests/support/breadth.ts';
import { read } from './support/api.ts';
import { addEvent, approve, newEvent, newGroup, newMember, uniqueName } from './support/hosts.ts';
import { main, open } from './support/pages.ts';
import { demoEmail, register, signIn } from './support/people.ts';
import { cards } from './support/places.ts';
import { expect, test } from './support/test.ts';

const titles = (page: Page) => cards(page).getByRole('heading');
const chip = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Quick filters' }).getByRole('link', { name, exact: true });
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test('the chips set days and “free” in the address, keep every other filter, and can be removed', async ({
  page,
}) => {
  await open(page, '/events?category=2&near=Leeds');
  const now = new Date();
  await chip(page, 'This week').click();
  await expect(chip(page, 'This week')).toHaveAttribute('aria-current', 'true');
  expect(query(page)).toEqual({ category: '2', near: 'Leeds', ...thisWeek(now) });
  await chip(page, 'This weekend').click();
  await expect(chip(page, 'This weekend')).toHaveAttribute('aria-current', 'true');
  await expect(chip(page, 'This week')).not.toHaveAttribute('aria-current');
  await chip(page, 'Free').click();
  await expect(chip(page, 'Free')).toHaveAttribute('aria-current', 'true');
  expect(query(page)).toEqual({ category: '2', near: 'Leeds', free: 'true', ...thisWeekend(now) });
  await chip(page, 'This weekend').click();
  await expect(chip(page, 'This weekend')).not.toHaveAttribute('aria-current');
  expect(query(page)).toEqual({ category: '2', near: 'Leeds', free: 'true' });
  await chip(page, 'Near Leeds, remove').click();
  await expect(chip(page, 'Near Leeds, remove')).toHaveCount(0);
  expect(query(page)).toEqual({ category: '2', free: 'true' });
});

test('the list matches the chips', async ({ page }) => {
  const filters = { near: 'Leeds', free: 'true', from: '2026-01-01' } as const;
  const found = await read(page.request, 'GET /api/events', { query: { ...filters, limit: 9 } });
  expect(found.length).toBeGreaterThan(1);
  await open(page, `/events?${new URLSearchParams(filters)}`);
  await expect(titles(page)).toHaveText(found.map(({ title }) => title));
  await expect(chip(page, 'From Jan 1, 2026, remove')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the active filters are above the events, and each can be removed by its chip', async ({
    page,
  }) => {
    const all = await read(page.request, 'GET /api/events', { query: { q: 'board' } });
    const near = await read(page.request, 'GET /api/events', {
      query: { q: 'board', near: 'Leeds' },
    });
    expect(near.length).toBeGreaterThan(0);
    expect(near.length).toBeLessThan(9);
    expect(all.length).toBeGreaterThan(9);
    await open(page, '/events?q=board&near=Leeds');
    const said = main(page).getByRole('heading', { level: 2 });
    const events = near.length === 1 ? '1 event' : `${near.length} events`;
    await expect(said).toHaveText(`${events} with “board” near Leeds`);
    await chip(page, 'Near Leeds, remove').click();
    await expect(said).toHaveText(/^(?:\d{2,}|More than 100) events with “board”$/);
    await chip(page, '“board”, remove').click();
    await expect(page).toHaveURL('/events');
    await open(page, '/events?location=Leeds&category=2&free=true');
    await chip(page, 'In Leeds, remove').click();
    await chip(page, 'Outdoors & Adventure, remove').click();
    await expect(said).toHaveText(/^(?:\d{2,}|More than 100) free events$/);
  });

  test('an empty weekend shows the next date, and links to it', async ({ page }) => {
    const q = 'Weekend congress';
    const [event] = await read(page.request, 'GET /api/events', { query: { q, limit: 1 } });
    await open(page, `/events?q=${encodeURIComponent(q)}`);
    await expect(titles(page)).toHaveText([event?.title ?? '']);
    await chip(page, 'This weekend').click();
    const told = main(page).getByText('Nothing this weekend.');
    const [day = ''] = formatMoment(event?.startTime).split(' • ');
    await expect(told).toHaveText(`Nothing this weekend. Next: ${day}`);
    await told.getByRole('link', { name: day }).click();
    await expect(titles(page)).toHaveText([event?.title ?? '']);
    expect(query(page)).toEqual({ q, from: dateOf(new Date(event?.startTime ?? '')) });
  });

  test('the active filters are above the groups, too', wide, async ({ page }) => {
    await open(page, '/groups?q=walk&category=2');
    // Tests beside this one create groups, so their number is left open.
    await expect(main(page).getByRole('heading', { level: 2 })).toHaveText(
      /^(\d+|More than \d+) groups? with “walk” under Outdoors & Adventure$/,
    );
    const chips = main(page).getByRole('list', { name: 'Active filters' }).getByRole('link');
    await chips.filter({ hasText: 'walk' }).click();
    await expect(page).toHaveURL('/groups?category=2');
    await chips.click();
    await expect(page).toHaveURL('/groups');
    await expect(page.getByLabel('Search')).toHaveValue('');
  });

  test('a misspelt town is offered in its correct spelling', async ({ page }) => {
    await open(page, '/events?location=Leds&free=true');
    const offered = main(page).getByRole('list', { name: 'Did you mean' });
    await offered.getByRole('link', { name: 'Leeds' }).click();
    await expect(page).toHaveURL('/events?location=Leeds&free=true');
    await expect(titles(page).first()).toBeVisible();
  });

  for (const [path, cardsShown] of [
    ['/events', 9],
    ['/groups', 8],
  ] as const) {
    test(
      `an unknown category shows all of ${path}`,
      wideExcept(path === '/events'),
      async ({ page }) => {
        for (const category of ['walking', '99', '0']) {
          await open(page, `${path}?category=${category}`);
          await expect(cards(page)).toHaveCount(cardsShown);
          await expect(page.getByLabel('Category')).toHaveValue('');
        }
      },
    );
  }
});

test("typing keeps the chips' filters", wide, async ({ page }) => {
  await open(page, '/events?near=Leeds&free=true');
  await page.getByLabel('Search').fill('board');
  await expect(page).toHaveURL(/q=board/);
  expect(query(page)).toEqual({ q: 'board', near: 'Leeds', free: 'true' });
});

const nearBox = (page: Page) => page.getByRole('combobox', { name: 'Near' });
const status = (page: Page) => main(page).getByRole('heading', { level: 2 }).first();

test.describe('a place without events of its own', () => {
  test(
    'is looked near, from the location box, while its text stays to be typed on',
    wide,
    async ({ page }) => {
      const found = await read(page.request, 'GET /api/events', {
        query: { near: 'London', limit: 9 },
      });
      expect(found.length).toBeGreaterThan(0);
      await open(page, '/events?free=true');
      const location = page.getByLabel('Location');
      await location.fill('London');
      await expect(page).toHaveURL(/near=London/);
      expect(query(page)).toEqual({ near: 'London', free: 'true' });
      await expect(chip(page, 'Near London, remove')).toBeVisible();
      await expect(status(page)).toHaveText(/ near London$/);
      await expect(location).toHaveValue('London');
      await location.blur();
      await expect(location).toHaveValue('');
      await expect(nearBox(page)).toHaveValue('London');
      await chip(page, 'Near London, remove').click();
      await expect(page).toHaveURL('/events?free=true');
      await expect(nearBox(page)).toHaveValue('');
    },
  );

  test(
    'is looked near by a link, too: a region, or a town with its country',
    wide,
    async ({ page }) => {
      for (const place of ['London', 'Greater London', 'Leeds, UK']) {
        await open(page, `/events?location=${place}`);
        expect(query(page)).toEqual({ near: place });
        await expect(titles(page).first()).toBeVisible();
      }
    },
  );

  test('is left alone if it has events of other kinds, or is unknown', wide, async ({ page }) => {
    for (const filters of [
      { location: 'Leeds' },
      { location: 'Leeds', category: '2', free: 'true' },
      { location: 'Atlantis' },
    ]) {
      await open(page, `/events?${new URLSearchParams(filters)}`);
      expect(query(page)).toEqual(filters);
    }
  });
});

test('a place far from any event offers the nearest towns', async ({ page }) => {
  await open(page, '/events?near=Wick');
  const offers = main(page).getByRole('list', { name: 'Upcoming events near Wick' });
  const towns = await read(page.request, 'GET /api/events/towns', { query: { near: 'Wick' } });
  expect(towns.length).toBeGreaterThan(0);
  await expect(offers.getByRole('link')).toHaveText(
    towns.map(({ name, miles }) => `${name} ${miles} ${miles === 1 ? 'mile' : 'miles'}`),
  );
  await offers.getByRole('link').first().click();
  await expect(titles(page).first()).toBeVisible();
  expect(query(page)).toEqual({ near: towns[0]?.name });
});

test('a postcode in the location box is looked near, and its end stays in no address', async ({
  page,
}) => {
  const seen: string[] = [];
  page.on('request', (request) => seen.push(request.url()));
  await open(page, '/events?free=true');
  const location = page.getByLabel('Location');
  await location.pressSequentially('ls1', { delay: 50 });
  await expect(page).toHaveURL(/near=LS1/);
  await location.pressSequentially(' 4dy');
  await expect(page).toHaveURL(/near=LS1\+4/);
  expect(query(page)).toEqual({ near: 'LS1 4', free: 'true' });
  await expect(location).toHaveValue('ls1 4dy');
  await location.press('Enter');
  await expect(location).toHaveValue('');
  await expect(nearBox(page)).toHaveValue('LS1 4');
  await page.getByLabel('Within').selectOption('5');
  await expect(page).toHaveURL(/within=5/);
  expect(query(page)).toEqual({ near: 'LS1 4', within: '5', free: 'true' });
  expect(seen.filter((url) => /ls1\W*(20)?4\W*(20)?d/i.test(url))).toEqual([]);
});

test('a distance that is chosen before its place stays chosen', wide, async ({ page }) => {
  await open(page, '/events');
  await page.getByLabel('Within').selectOption('10');
  await nearBox(page).fill('Leeds');
  await expect(page).toHaveURL('/events?near=Leeds&within=10');
});

test('a postcode or a place on the start page is looked near', wide, async ({ page }) => {
  for (const [where, near] of [
    ['ls1 4dy', 'LS1 4'],
    ['London', 'London'],
  ] as const) {
    await open(page, '/');
    await page.getByRole('searchbox', { name: 'What' }).fill('walk');
    await page.getByLabel('Where').fill(where);
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/near=/);
    expect(query(page)).toEqual({ q: 'walk', near });
  }
});

test.describe('a word with a slip of the pen', () => {
  test('is offered as it occurs here, with the words and filters beside it', async ({ page }) => {
    await open(page, '/events?q=thursday+baord&free=true');
    const offered = main(page).getByRole('list', { name: 'Did you mean' });
    await offered.getByRole('link', { name: 'thursday board' }).click();
    await expect(page).toHaveURL('/events?q=thursday+board&free=true');
    await expect(titles(page).first()).toHaveText(/board/);
  });

  test('is not corrected while something is found', wide, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/events/spellings')) asked.push(request.url());
    });
    await open(page, '/events');
    await page.getByLabel('Search').pressSequentially('board', { delay: 50 });
    await expect(page).toHaveURL('/events?q=board');
    await expect(titles(page).first()).toBeVisible();
    expect(asked).toEqual([]);
    await page.getByLabel('Search').fill('baord');
    await expect(main(page).getByRole('list', { name: 'Did you mean' })).toBeVisible();
    expect(asked).toHaveLength(1);
  });
});

test('groups that match are offered where no event does', async ({ page, browser }) => {
  const { context } = await newMember(browser, 'Morwenna');
  const { id, name } = await newGroup(context, { name: uniqueName('Zitherists') });
  await approve(browser, id);
  await open(page, `/events?q=${encodeURIComponent(name)}`);
  const offered = main(page).getByRole('list', { name: `Groups with “${name}”` });
  await expect(offered.getByRole('link')).toHaveText([new RegExp(`^${name}`), 'All groups']);
  await offered.getByRole('link', { name: 'All groups' }).click();
  await expect(page).toHaveURL(/\/groups\?q=Zitherists/);
  await page.goBack();
  await offered.getByRole('link', { name }).click();
  await expect(page).toHaveURL(paths.group(id));
});

test('a member’s home starts with events near their town', async ({ page }) => {
  await signIn(page.context(), demoEmail('member'));
  const near = await read(page.request, 'GET /api/events', { query: { near: 'Leeds', limit: 3 } });
  await open(page, '/');
  const section = main(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Near Leeds' }) });
  const parts = main(page).getByRole('heading', { level: 2 });
  await expect(parts.first()).toHaveText("What's next for you");
  await expect(parts.nth(1)).toHaveText('Near Leeds');
  await expect(section.getByRole('article').getByRole('heading')).toHaveText(
    near.map(({ title }) => title),
  );
  await section.getByRole('link', { name: 'All near Leeds' }).click();
  await expect(page).toHaveURL('/events?near=Leeds');
});

test('a member without a town is asked for it, and a visitor is not', wide, async ({ page }) => {
  await open(page, '/');
  await expect(page.getByRole('link', { name: 'Add your town' })).toHaveCount(0);
  await expect(main(page).getByRole('heading', { name: /^Near / })).toHaveCount(0);
  await register(page.context(), { complete: false });
  await open(page, '/');
  await page.getByRole('link', { name: 'Add your town' }).click();
  await expect(page).toHaveURL(/^[^?]*\/complete-profile\?next=%2F$/);
});

test('on a phone of 360 by 800 any card would fit in the first screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, '/events');
  await expect(page.getByLabel('Search')).toBeHidden();
  const boxes = await cards(page).evaluateAll((all) =>
    all.map((card) => {
      const { top, height } = card.getBoundingClientRect();
      return { top, height, text: card.textContent };
    }),
  );
  const tallest = boxes.toSorted((one, other) => other.height - one.height)[0]!;
  expect(boxes[0]!.top + tallest.height, tallest.text).toBeLessThanOrEqual(800);
});

test.describe('without JavaScript, on a phone', () => {
  test.use({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
    expectedNoise: /^requestfailed: \S+\.js csp$/,
  });

  test(
    'a postcode on the start page, or as the location, is looked near',
    wide,
    async ({ page }) => {
      await page.goto('/', { waitUntil: 'networkidle' });
      await page.getByLabel('Where').fill('ls1 4dy');
      await page.getByRole('button', { name: 'Search' }).click();
      await expect(page).toHaveURL('/events?near=LS1+4');
      await page.locator('summary').filter({ hasText: 'Filters' }).click();
      await nearBox(page).fill('');
      await page.getByLabel('Location').fill('London');
      await page.getByRole('button', { name: 'Search' }).click();
      await expect(page).toHaveURL('/events?near=London');
      await expect(titles(page).first()).toBeVisible();
    },
  );

  test('is corrected in a list of offers', wide, async ({ page }) => {
    await page.goto('/events?q=baord', { waitUntil: 'networkidle' });
    const offered = main(page).getByRole('list', { name: 'Did you mean' });
    await offered.getByRole('link', { name: 'board' }).click();
    await expect(page).toHaveURL('/events?q=board');
  });

  test(
    "the filters unfold, show how many are set, and keep the chips' filters",
    wide,
    async ({ page }) => {
      await page.goto('/events?location=Leeds&free=true', { waitUntil: 'networkidle' });
      await page.locator('summary').filter({ hasText: 'Filters 1 set' }).click();
      await expect(page.getByLabel('Location')).toHaveValue('Leeds');
      await expect(page.locator('form input[type=hidden]')).toHaveAttribute('name', 'free');
      await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
    },
  );
});

test.describe('in Penzance, within ten miles', () => {
  const phone = { viewport: { width: 390, height: 844 } };
  const filtered = { ...thisWeekend(new Date()), access: 'stepFreeEntrance' };

  /** Creates an event of this weekend with a level way in, and one with steps. */
  async function plantWeekend(browser: Browser) {
    const { context } = await newMember(browser, 'Morwenna');
    const { id } = await newGroup(context);
    await approve(browser, id);
    // At the weekend itself it has begun, and lists have it until it ends.
    const start = Date.parse(`${thisWeekend(new Date()).from}T10:00Z`);
    const place = {
      startTime: new Date(start).toISOString(),
      endTime: new Date(Math.max(start, Date.now()) + hour).toISOString(),
      postcode: 'TR17 0EG',
      placePublic: true,
    };
    const access = { stepFreeEntrance: 'yes' };
    const title = uniqueName('Net mending');
    await addEvent(context, id, { ...place, title, access });
    await addEvent(context, id, { ...place, access: { stepFreeEntrance: 'no' } });
    return title;
  }

  async function expectFound(page: Page, title: string) {
    await expect(page).toHaveURL(/near=TR18\+4/);
    expect(query(page)).toMatchObject({ ...filtered, near: 'TR18 4' });
    await expect(cards(page).filter({ hasText: title })).toContainText('miles away');
    for (const steps of await titles(page).allTextContents()) {
      expect(steps).not.toMatch(/^To the mill/);
    }
  }

  const folded = (page: Page) => page.locator('summary').filter({ hasText: 'Filters' });

  test.describe('on a phone', () => {
    test.use({ ...phone, hasTouch: true });

    test('three taps find a weekend without steps', async ({ page, browser }) => {
      const title = await plantWeekend(browser);
      await open(page, paths.events);
      await chip(page, 'This weekend').tap();
      await chip(page, 'Step-free').tap();
      await folded(page).tap();
      await page.getByLabel('Near').fill('tr18 4ab');
      await expectFound(page, title);
    });
  });

  test('the keyboard finds a weekend without steps', wide, async ({ page, browser }) => {
    const title = await plantWeekend(browser);
    await open(page, paths.events);
    for (const name of ['This weekend', 'Step-free']) {
      await chip(page, name).focus();
      await page.keyboard.press('Enter');
      await expect(chip(page, name)).toHaveAttribute('aria-current', 'true');
    }
    await page.getByLabel('Near').focus();
    await page.keyboard.type('TR18 4AB');
    await page.keyboard.press('Enter');
    await expectFound(page, title);
  });
});

test(
  '“ask the organisers” on an event’s page opens the form to write to them',
  wide,
  async ({ page, browser }) => {
    const { context } = await newMember(browser, 'Morwenna');
    const { id } = await newEvent(context, browser);
    await register(page.context());
    await open(page, paths.event(id));
    await main(page).getByRole('link', { name: 'ask the organisers' }).click();
    const form = page.getByRole('dialog', { name: 'Write to the Organisers' });
    await expect(form.getByLabel('Subject')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
  },
);
