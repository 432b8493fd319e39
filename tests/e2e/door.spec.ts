import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { day, hour } from '#contract/platform/durations.ts';
import { paths } from '#contract/platform/paths.ts';
import { attendancePath, doorPath } from '#web/features/events/events/event-paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { read, send, siteAddress } from './support/api.ts';
import { demoEvent, newContext } from './support/hosts.ts';
import { expectNothingForAxe, heading, main, open, reload } from './support/pages.ts';
import { expect, lostCalls, refusals, test } from './support/test.ts';

const phone = { width: 390, height: 844 };
const names = Array.from(
  { length: 50 },
  (_, at) =>
    `${['Priya', 'Zoë', 'Siân', 'Tomasz', 'Bethany'][at % 5]} ${'abcdefghij'[at % 10]}${at}`,
);

/** Creates an event of this evening, with people on its list, in a browser of its organiser. */
async function evening(browser: Browser, people: readonly string[], fields: object = {}) {
  const startTime = new Date(Date.now() + hour).toISOString();
  const endTime = new Date(Date.now() + 4 * hour).toISOString();
  const { event, organiser } = await demoEvent(browser, { startTime, endTime, ...fields });
  for (const name of people)
    await send(organiser.request, 'POST /api/events/:id/added-attendees', {
      params: { id: event.id },
      body: { name, people: 1 },
    });
  return { event, organiser };
}

async function phoneOf(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize(phone);
  return page;
}

/** Waits until the phone can work without a network. */
const ready = (page: Page) =>
  page.waitForFunction(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const hasFiles = (await caches.match('/door')) !== undefined;
    return active?.state === 'activated' && hasFiles;
  });

const saved = (page: Page) => main(page).getByText(/^(Saved on this phone|All sent|Nothing)/);
const search = (page: Page) => page.getByRole('searchbox', { name: 'Find a name' });
const figure = (page: Page, name: string) =>
  main(page).locator('dl > div').filter({ hasText: name }).locator('dd');

test.use({
  serviceWorkers: 'allow',
  expectedNoise: new RegExp(`${lostCalls.source}|ERR_INTERNET_DISCONNECTED|FetchEvent`),
});

test('the door opens without a network, records, and opens again; then all is sent', async ({
  browser,
}) => {
  const { event, organiser } = await evening(browser, names);
  const page = await phoneOf(organiser);
  await open(page, paths.event(event.id));
  await page.getByRole('link', { name: 'Door', exact: true }).click();
  await expect(heading(page)).toHaveText(event.title);
  await expect(figure(page, 'Expected')).toHaveText('50');
  await expect(saved(page)).toHaveText(/^All sent \d\d:\d\d$/);
  await ready(page);
  await page.close();

  await organiser.setOffline(true);
  const offline = await phoneOf(organiser);
  await offline.goto(doorPath(event.id));
  await expect(figure(offline, 'Expected')).toHaveText('50');
  await search(offline).fill('sian');
  await expect(main(offline).getByRole('listitem')).toHaveCount(10);
  await search(offline).fill('');
  for (const name of names) {
    const button = offline.getByRole('button', { name: `Here: ${name}`, exact: true });
    const box = await button.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(56);
    expect(box?.width).toBeGreaterThanOrEqual(56);
    await button.dblclick();
  }
  await expect(figure(offline, 'Here')).toHaveText('50');
  await expect(saved(offline)).toContainText('Saved on this phone, 50 not sent yet');
  await offline.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(figure(offline, 'Here')).toHaveText('49');
  await offline.getByRole('button', { name: 'Add a walk-in' }).click();
  const dialog = offline.getByRole('dialog', { name: 'Add a walk-in' });
  await dialog.getByLabel('Name').fill('Morag');
  await dialog.getByRole('button', { name: 'They’re here' }).click();
  await expect(figure(offline, 'Here')).toHaveText('50');
  await expect(saved(offline)).toContainText('Saved on this phone, 51 not sent yet');
  const download = offline.waitForEvent('download');
  await offline.getByRole('button', { name: 'Save what isn’t sent as a file' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain('"Morag",1,yes');
  await offline.close();

  const again = await phoneOf(organiser);
  await again.goto(doorPath(event.id));
  await expect(figure(again, 'Here')).toHaveText('50');
  await expect(saved(again)).toContainText('Saved on this phone, 51 not sent yet');
  await organiser.setOffline(false);
  await expect(saved(again)).toHaveText(/^All sent \d\d:\d\d$/, { timeout: 20_000 });
  const door = await read(organiser.request, 'GET /api/events/:id/door', {
    params: { id: event.id },
  });
  expect(door.counts).toEqual({ expected: 50, here: 50, walkIns: 1 });

  await open(again, paths.event(event.id));
  await expect(main(again)).toContainText('came 50 of 50');
});

test('a day after the event and at sign-out the list goes, and other pages are as without the worker', async ({
  browser,
}) => {
  const { event, organiser } = await evening(browser, ['Priya Tamm']);
  const plain = await newContext(browser);
  const page = await phoneOf(organiser);
  await open(page, doorPath(event.id));
  await expect(main(page)).toContainText('Priya Tamm');
  await ready(page);

  const files = ['/about', '/api/categories', '/favicon.svg', '/robots.txt'];
  await open(page, paths.about);
  for (const file of files) {
    const withWorker = await page.evaluate(async (url) => {
      const answer = await fetch(url, { credentials: 'omit', headers: { accept: '*/*' } });
      return { status: answer.status, body: await answer.text() };
    }, file);
    const without = await plain.request.get(file, { headers: { accept: '*/*' } });
    expect(withWorker, file).toEqual({ status: without.status(), body: await without.text() });
  }
  const kept = await page.evaluate(async () => {
    const caches = await Promise.all(
      (await window.caches.keys()).map((name) => window.caches.open(name)),
    );
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    const texts = await Promise.all(
      caches.map(async (cache) => (await cache.match('/door'))?.text()),
    );
    return { paths: requests.flat().map(({ url }) => new URL(url).pathname), texts };
  });
  expect(kept.paths.filter((path) => !/^\/(assets\/|offline(\.js)?$)/.test(path))).toEqual([
    '/door',
  ]);
  expect(kept.texts.join()).not.toMatch(/Priya|@example/);

  await organiser.setOffline(true);
  const later = await phoneOf(organiser);
  await later.clock.setFixedTime(new Date(Date.now() + 2 * day));
  await later.goto(doorPath(event.id));
  await expect(main(later)).toContainText('No connection');
  await expect(main(later)).not.toContainText('Priya Tamm');
  await later.close();
  await organiser.setOffline(false);

  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContain('door');
});

/** Stands before the site, and serves its worker as that of a later build once `renew` is called. */
async function siteWithBuilds() {
  let build = '';
  const server = createServer((asked, reply) => {
    const isWorker = asked.url === '/sw.js';
    const headers = { ...asked.headers };
    if (isWorker)
      for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since'])
        delete headers[name];
    const passed = request(siteAddress() + asked.url, { method: asked.method ?? 'GET', headers });
    passed.on('response', (answer) => {
      if (!isWorker) {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
        return;
      }
      const { 'content-length': _, etag: __, ...rest } = answer.headers;
      void text(answer).then((script) => {
        reply.writeHead(200, rest).end(script.replace(/Version="/, `$&${build}`));
      });
    });
    passed.on('error', () => reply.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    renew: () => void (build = 'next-'),
    close: () => server.close(),
  };
}

test(
  'a new build of the site takes over, and what was not sent stays',
  wide,
  async ({ browser }) => {
    const { event, organiser } = await evening(browser, ['Priya Tamm', 'Zoë Orr']);
    const site = await siteWithBuilds();
    const page = await phoneOf(organiser);
    await open(page, site.address + doorPath(event.id));
    await ready(page);
    await page.route('**/arrivals', (route) => route.abort());
    await page.getByRole('button', { name: 'Here: Priya Tamm' }).click();
    await expect(saved(page)).toContainText('Saved on this phone, 1 not sent yet');

    site.renew();
    const builds = () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('door-')));
    const before = await builds();
    expect(before).toHaveLength(1);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect.poll(builds).toEqual(before.map((name) => name.replace('-', '-next-')));
    await reload(page);
    await expect(saved(page)).toContainText('Saved on this phone, 1 not sent yet');

    await organiser.setOffline(true);
    await page.goto(site.address + doorPath(event.id));
    await page.getByRole('button', { name: 'Here: Zoë Orr' }).click();
    await expect(saved(page)).toContainText('Saved on this phone, 2 not sent yet');
    await page.unroute('**/arrivals');
    await organiser.setOffline(false);
    await expect(saved(page)).toHaveText(/^All sent \d\d:\d\d$/, { timeout: 20_000 });
    const door = await read(organiser.request, 'GET /api/events/:id/door', {
      params: { id: event.id },
    });
    expect(door.counts).toEqual({ expected: 2, here: 2, walkIns: 0 });
    site.close();
  },
);

test.describe('a helper', () => {
  test.use({ expectedNoise: new RegExp(`${refusals.source}|${lostCalls.source}`) });

  test('opens the door by their link until an organiser ends it', async ({ browser }) => {
    const { event, organiser } = await evening(browser, ['Priya Tamm', 'Zoë Orr'], { capacity: 2 });
    const page = await phoneOf(organiser);
    await open(page, doorPath(event.id));
    await page.getByRole('button', { name: 'Helpers at the door' }).click();
    const dialog = page.getByRole('dialog', { name: 'Helpers at the door' });
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    await expect(dialog).toContainText('Please enter the helper’s name');
    await dialog.getByLabel('Helper’s name').fill('Sam at the door');
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue();

    const helper = await newContext(browser);
    const theirs = await phoneOf(helper);
    const answer = await open(theirs, new URL(link).pathname);
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
    expect(answer?.headers()['cache-control']).toContain('no-store');
    await expect(heading(theirs)).toHaveText(event.title);
    await theirs.getByRole('button', { name: 'Here: Priya Tamm' }).click();
    await expect(saved(theirs)).toHaveText(/^All sent/);
    await expect(theirs.getByRole('button', { name: 'Helpers at the door' })).toHaveCount(0);
    await theirs.getByRole('button', { name: 'Add a walk-in' }).click();
    const walkIn = theirs.getByRole('dialog', { name: 'Add a walk-in' });
    await walkIn.getByLabel('Name').fill('Morag');
    await walkIn.getByRole('button', { name: 'One more: People' }).click();
    await walkIn.getByRole('button', { name: 'They’re here' }).click();
    await expect(main(theirs)).toContainText('1 over the 2 places');
    await expect(main(theirs)).toContainText('2 of them walked in');
    await expect(saved(theirs)).toHaveText(/^All sent/);

    await reload(page);
    await expect(figure(page, 'Here')).toHaveText('3');
    await expect(main(page)).toContainText('Sam at the door');
    await page.getByRole('button', { name: 'Helpers at the door' }).click();
    await dialog.getByRole('button', { name: 'End: Sam at the door' }).click();
    await expect(dialog.getByRole('button', { name: /^End: / })).toHaveCount(0);
    await theirs.getByRole('button', { name: 'Here: Zoë Orr' }).click();
    await expect(main(theirs)).toContainText('This door is closed');
    await expect(main(theirs)).not.toContainText('Priya Tamm');
    const download = theirs.waitForEvent('download');
    await theirs.getByRole('button', { name: 'Save what isn’t sent as a file' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain('"Zoë Orr",1,no');
  });
});

test(
  'the door is used by the keyboard, and has nothing for axe, at any size',
  wide,
  async ({ browser }) => {
    const { event, organiser } = await evening(browser, ['Priya Tamm', 'Zoë Orr']);
    const page = await phoneOf(organiser);
    await open(page, doorPath(event.id));
    await page.getByRole('button', { name: 'Here: Priya Tamm' }).press('Enter');
    const here = page.getByRole('button', { name: 'Here: Priya Tamm. Change' });
    await here.press('Enter');
    await expect(page.getByRole('button', { name: 'One more: Priya Tamm' })).toBeVisible();
    await page.getByRole('button', { name: 'One more: Priya Tamm' }).press('Enter');
    await expect(figure(page, 'Here')).toHaveText('2');
    await expectNothingForAxe(page);
    for (const width of [320, 640]) {
      await page.setViewportSize({ width, height: 700 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `at ${width} px`).toBe(0);
    }
    await page.getByRole('button', { name: 'Undo: Priya Tamm' }).press('Enter');
    await expect(figure(page, 'Here')).toHaveText('0');
    await page.getByRole('button', { name: 'Forget this list' }).click();
    await page.getByRole('button', { name: 'Forget it' }).click();

    await open(page, attendancePath(event.groupId));
    await expect(heading(page)).toHaveText('Attendance');
    await expectNothingForAxe(page);
  },
);
