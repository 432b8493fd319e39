import type { Browser, BrowserContext, Page } from '@playwright/test';
import { day, hour } from '#contract/platform/durations.ts';
import { paths, startPath, todaysDoorPath } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { send } from './support/api.ts';
import { demoEvent, newContext, newMember } from './support/hosts.ts';
import { expectNothingForAxe, heading, main, open } from './support/pages.ts';
import { demoEmail, signIn } from './support/people.ts';
import { expect, lostCalls, test } from './support/test.ts';

const phone = { width: 390, height: 844 };

test.use({
  serviceWorkers: 'allow',
  expectedNoise: new RegExp(`${lostCalls.source}|ERR_INTERNET_DISCONNECTED|FetchEvent`),
});

async function phoneOf(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize(phone);
  return page;
}

/** Waits until the worker answers for this browser. */
async function working(page: Page): Promise<void> {
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await page.waitForFunction(async () => {
    const { active } = await navigator.serviceWorker.ready;
    return active?.state === 'activated';
  });
}

const tick = (page: Page) => page.getByLabel('Keep my events on this device');

/** The paths of the pages that this browser keeps. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    if (!(await caches.has('offline-events'))) return [];
    const cache = await caches.open('offline-events');
    const pages = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    return pages.filter((path) => /^\/offline\/(events\/\d+|my-events)$/.test(path)).toSorted();
  });

/** A member in a browser of their own who goes to an event, and keeps their events. */
async function keeper(browser: Browser) {
  const { event } = await demoEvent(browser, {
    startTime: new Date(Date.now() + 3 * hour).toISOString(),
    endTime: new Date(Date.now() + 5 * hour).toISOString(),
  });
  const { context } = await newMember(browser, 'Robin');
  await send(context.request, 'POST /api/groups/:id/members', { params: { id: event.groupId } });
  await send(context.request, 'POST /api/events/:id/rsvps', {
    params: { id: event.id },
    body: { status: 'going' },
  });
  const page = await phoneOf(context);
  await open(page, paths.myEvents);
  await working(page);
  await tick(page).check();
  await expect
    .poll(() => kept(page))
    .toEqual([`/offline/events/${event.id}`, '/offline/my-events']);
  return { event, context, page };
}

test('my events and their pages open without a network, and are the site’s own again with one', async ({
  browser,
}) => {
  const { event, context, page } = await keeper(browser);
  await context.setOffline(true);
  await page.goto(startPath);
  await expect(heading(page)).toHaveText('My Events');
  await expect(page.getByRole('status')).toHaveText(/^You’re offline\. Last updated \d\d:\d\d$/);
  await expectNothingForAxe(page);
  await page.getByRole('link', { name: event.title }).click();
  await expect(heading(page)).toHaveText(event.title);
  await expect(main(page)).toContainText('Old Sunday School hall');
  await expect(main(page)).toContainText('You’re going ✓');
  await expect(main(page)).toContainText('Long Table Todmorden');
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Comments' })).toHaveCount(0);
  await expectNothingForAxe(page);

  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Going ✓, press to cancel' })).toBeVisible();
});

test('every other page says that there is no network, and comes back by itself', async ({
  browser,
}) => {
  const context = await newContext(browser);
  const page = await phoneOf(context);
  await open(page, paths.about);
  await working(page);
  await context.setOffline(true);
  for (const path of [paths.groups, '/events?q=supper', paths.myEvents, startPath]) {
    await page.goto(path);
    await expect(heading(page), path).toHaveText('You’re offline');
  }
  await page.goto(paths.about);
  await expectNothingForAxe(page);
  await context.setOffline(false);
  await expect(heading(page)).toHaveText('About Villagehall');
});

test('nothing is kept without the tick, and none of it outlasts the tick', async ({ browser }) => {
  const { context } = await newMember(browser, 'Robin');
  const page = await phoneOf(context);
  await open(page, paths.myEvents);
  await working(page);
  await expect(tick(page)).not.toBeChecked();
  await page.reload();
  expect(await kept(page)).toEqual([]);
  await tick(page).check();
  await expect.poll(() => kept(page)).toEqual(['/offline/my-events']);
  await tick(page).uncheck();
  await expect.poll(() => kept(page)).toEqual([]);
});

test('signing out deletes what is kept', async ({ browser }) => {
  const { context, page } = await keeper(browser);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
  await expect.poll(() => kept(page)).toEqual([]);
  await context.setOffline(true);
  await page.goto(paths.myEvents);
  await expect(heading(page)).toHaveText('You’re offline');
});

test('another account’s sign-in deletes what is kept', wide, async ({ browser }) => {
  const { context, page } = await keeper(browser);
  await signIn(context, demoEmail('member'));
  await open(page, paths.about);
  await page.mouse.move(20, 20);
  await expect.poll(() => kept(page)).toEqual([]);
});

test('what is kept is deleted after 30 days', wide, async ({ browser }) => {
  const { context, page } = await keeper(browser);
  await page.evaluate(
    async (updatedAt) => {
      const cache = await caches.open('offline-events');
      const owner = (await (await cache.match('/offline/owner'))?.json()) as object;
      await cache.put('/offline/owner', Response.json({ ...owner, updatedAt }));
    },
    Date.now() - 30 * day,
  );
  await context.setOffline(true);
  await page.goto(paths.myEvents);
  await expect(heading(page)).toHaveText('You’re offline');
  expect(await kept(page)).toEqual([]);
});

test('today’s door is the door of the event that is on', async ({ browser }) => {
  const { event, organiser } = await demoEvent(browser, {
    startTime: new Date(Date.now() - hour).toISOString(),
    endTime: new Date(Date.now() + hour).toISOString(),
  });
  const page = await phoneOf(organiser);
  await open(page, todaysDoorPath);
  await expect(page).toHaveURL(new RegExp(`/events/${event.id}/door$|/events/\\d+/door$`));
});
