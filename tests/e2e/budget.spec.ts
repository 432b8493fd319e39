import { get } from 'node:http';
import type { Page, Request } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { wide, wideExcept } from '#tests/support/breadth.ts';
import { send } from './support/api.ts';
import { waitForHydration, heading, delayAnswers, open } from './support/pages.ts';
import { demoEvent } from './support/hosts.ts';
import { eventIn, groupNamed, places } from './support/places.ts';
import { expect, test } from './support/test.ts';

const kB = 1000;
const budget = { script: 105.5 * kB, stylesheet: 16.4 * kB, font: 28 * kB };
/** A group's page has tabs. */
const groupScript = 123.8 * kB;
const listScript = 111.7 * kB;

/** Measures the bytes on the wire for a browser that accepts gzip. */
async function weightOf(address: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  get(address, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => (bytes += chunk.length));
    response.on('end', () => resolve(bytes));
    response.on('error', reject);
  }).on('error', reject);
  return promise;
}

/** Records the page's requests from now on. */
const requestsOf = (page: Page): Request[] => {
  const all: Request[] = [];
  page.removeAllListeners('request');
  page.on('request', (request) => all.push(request));
  return all;
};

const callsAmong = (requests: Request[]) =>
  requests
    .map((request) => new URL(request.url()).pathname)
    .filter((path) => path.startsWith('/api/'));

/**
 * The browser moves its pointer to the corner of a context's first page by itself. After hydration
 * such a move would load the scripts for the next page.
 */
const keepPointerStill = (page: Page) =>
  page.addInitScript(() => {
    window.addEventListener('pointermove', (event) => event.stopImmediatePropagation(), true);
  });

/** Loads a page, checks its files against a budget, and returns them. */
async function expectWithin(page: Page, address: string, most: typeof budget) {
  await keepPointerStill(page);
  const requests = requestsOf(page);
  await open(page, address);
  await page.waitForLoadState('networkidle');
  const found = [];
  for (const [kind, limit] of Object.entries(most)) {
    const own = requests.filter((request) => request.resourceType() === kind);
    const urls = [...new Set(own.map((each) => each.url()))];
    const weights = await Promise.all(urls.map(weightOf));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const files = urls.map((url, at) => `${weights[at]} ${new URL(url).pathname}`).join(', ');
    found.push({ type: kind, description: `${(sum / kB).toFixed(1)} kB of ${limit / kB} kB` });
    expect(weights.length, kind).toBeGreaterThan(0);
    expect(sum, `${kind} on ${address}: ${files}`).toBeLessThanOrEqual(limit);
  }
  expect(callsAmong(requests)).toEqual([]);
  return found;
}

test('the first load of /events stays within its budget of script, style and font', async ({
  page,
}, { annotations }) => {
  annotations.push(...(await expectWithin(page, '/events', budget)));
});

test("an event's first load stays within its budget for a reader", async ({ page }, {
  annotations,
}) => {
  const { id } = await eventIn(page.request, places.rsvp);
  annotations.push(...(await expectWithin(page, paths.event(id), budget)));
});

test('the pages of groups and the start page stay within their budgets', async ({ page }, {
  annotations,
}) => {
  const { id } = await groupNamed(page.request, places.rsvp);
  for (const [address, script] of [
    [paths.home, listScript],
    [paths.groups, listScript],
    [paths.group(id), groupScript],
  ] as const) {
    annotations.push(...(await expectWithin(page, address, { ...budget, script })));
  }
});

/**
 * Lists the layout shifts since the page's start that no input caused: how far, and which element.
 */
const layoutShifts = (page: Page) =>
  page.evaluate(async () => {
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
    const shifts: Shift[] = [];
    const observer = new PerformanceObserver((list) =>
      shifts.push(...(list.getEntries() as Shift[])),
    );
    observer.observe({ type: 'layout-shift', buffered: true });
    // The browser reports entries after the frame they belong to.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    shifts.push(...(observer.takeRecords() as Shift[]));
    observer.disconnect();
    return shifts.map(({ value, sources }) => ({
      value,
      what: sources.map(({ node }) => `${node?.nodeName}: ${node?.textContent?.slice(0, 60)}`),
    }));
  });

/** Scrolls by the wheel: after `scrollTo` this browser sometimes draws no frame any more. */
async function scrollThrough(page: Page): Promise<void> {
  const isAtEnd = () =>
    page.evaluate(
      () => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1,
    );
  while (!(await isAtEnd())) await page.mouse.wheel(0, 400);
}

/**
 * Opens a page whose scripts come after its first paint, then its pictures, and its font last of
 * all.
 */
async function openSlowly(page: Page, address: string): Promise<void> {
  const [letScripts, letPictures, letFonts] = await Promise.all(
    [/\.js$/, /\.(svg|webp|png|jpg)$/, /\.woff2$/].map((files) => delayAnswers(page, files)),
  );
  await page.goto(address, { waitUntil: 'commit' });
  await heading(page).waitFor();
  letScripts?.();
  await waitForHydration(page);
  letPictures?.();
  letFonts?.();
  await page.waitForFunction(() => document.fonts.check('700 16px "Bricolage Grotesque Variable"'));
  await page.unrouteAll();
}

/** Includes pictures that nobody has scrolled to. */
async function allPictures(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager';
  });
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
}

/**
 * A heading may wrap elsewhere once its own font arrives; the limit is a tenth of a good score
 * (web.dev/cls).
 */
const farthestShift = 0.01;

function expectNothingMoves(...widths: number[]): void {
  for (const width of widths) {
    const breadth = wideExcept(width === 390);
    test(`late content moves nothing at ${width} px`, breadth, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      const { id } = await eventIn(page.request, places.rsvp);
      const group = await groupNamed(page.request, places.rsvp);
      for (const address of ['/', '/events', paths.event(id), '/groups', paths.group(group.id)]) {
        await openSlowly(page, address);
        await scrollThrough(page);
        await allPictures(page);
        const shifts = await layoutShifts(page);
        const total = shifts.reduce((sum, { value }) => sum + value, 0);
        expect(total, `${address}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(farthestShift);
      }
    });
  }
}

expectNothingMoves(390, 1280);

/** Returns the font families that draw the heading's letters. */
async function headingFaces(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('DOM.enable');
  await browser.send('CSS.enable');
  const { root } = await browser.send('DOM.getDocument');
  const { nodeId } = await browser.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: 'h1',
  });
  const { fonts } = await browser.send('CSS.getPlatformFontsForNode', { nodeId });
  await browser.detach();
  return fonts.map(({ familyName }) => familyName);
}

/** Goes to the start page by a link, which brings a font that came late. */
async function goElsewhere(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link').first().click();
  await page.waitForURL('/');
  await expect.poll(() => headingFaces(page)).toEqual([expect.stringContaining('Bricolage')]);
}

/** In the fallback it has another number of lines at 412 px. */
const title = 'Repair the Saturday';

test('a font that comes late breaks no title anew, and draws the next page', async ({
  page,
  browser,
}) => {
  const { event, organiser } = await demoEvent(browser);
  const params = { id: event.id };
  await send(organiser.request, 'PATCH /api/events/:id', { params, body: { title } });
  await page.setViewportSize({ width: 412, height: 800 });
  const letFonts = await delayAnswers(page, /\.woff2$/);
  const font = page.waitForEvent('requestfinished', (request) => request.url().endsWith('.woff2'));
  await page.goto(paths.event(event.id), { waitUntil: 'commit' });
  await expect(heading(page)).toHaveText(title);
  await waitForHydration(page);
  expect(await headingFaces(page)).not.toContainEqual(expect.stringContaining('Bricolage'));
  const height = () => heading(page).evaluate(({ clientHeight }) => clientHeight);
  const before = await height();
  letFonts();
  await font;
  await page.waitForLoadState('networkidle');
  expect(await layoutShifts(page)).toEqual([]);
  await page.unrouteAll();
  await goElsewhere(page);
  await page.goBack();
  await expect(heading(page)).toHaveText(title);
  await expect.poll(() => headingFaces(page)).toEqual([expect.stringContaining('Bricolage')]);
  expect(await height(), 'the title tells the fonts apart').not.toBe(before);
});

test("rare letters of a heading come from parts of the font that other pages don't load", async ({
  page,
}) => {
  const requests = requestsOf(page);
  await open(page, '/events');
  const fonts = () => requests.filter((request) => request.resourceType() === 'font').length;
  await goElsewhere(page);
  expect(fonts()).toBe(1);
  await heading(page).evaluate(
    (part) => (part.textContent = 'Łódź – Győr – Llŷn – Đà Nẵng: ¡olé!'),
  );
  await expect.poll(() => headingFaces(page)).toEqual([expect.stringContaining('Bricolage')]);
  expect(fonts()).toBe(4);
});

async function expectNoCalls(page: Page, addresses: string[]) {
  for (const address of addresses) {
    const requests = requestsOf(page);
    await page.goto(address);
    await waitForHydration(page);
    await page.waitForLoadState('networkidle');
    expect(callsAmong(requests), address).toEqual([]);
  }
}

const publicPages = async (page: Page) => [
  '/',
  '/events',
  '/events?q=board',
  paths.event((await eventIn(page.request, places.rsvp)).id),
  '/groups',
  paths.group((await groupNamed(page.request, places.rsvp)).id),
  '/about',
];

// Every page test checks this as it loads; here the check waits until the network is silent.
test('signed out, no page fetches its own data again', wide, async ({ page }) => {
  await expectNoCalls(page, [...(await publicPages(page)), '/auth', '/support']);
});

test.describe('signed in', () => {
  test.use({ as: 'member' });

  test('the document of /events has at most 50 kB', async ({ page }) => {
    const document = await (await page.request.get('/events')).body();
    expect(document.toString()).toContain('Sign Out');
    expect(document.length).toBeLessThanOrEqual(50 * kB);
  });

  test('the pages of an account make at most 30 requests', async ({ page }) => {
    await keepPointerStill(page);
    for (const address of [paths.dashboard, paths.settings]) {
      const requests = requestsOf(page);
      await open(page, address);
      await page.waitForLoadState('networkidle');
      const found = requests.map((request) => new URL(request.url()).pathname);
      expect(found.length, `${address}: ${found.join(' ')}`).toBeLessThanOrEqual(30);
    }
  });

  expectNothingMoves(1280, 320);

  test('no page fetches its own data again', wide, async ({ page }) => {
    const own = [
      '/my-events',
      '/my-groups',
      '/dashboard',
      '/settings',
      '/create-event',
      '/create-group',
    ];
    await expectNoCalls(page, [...(await publicPages(page)), ...own]);
  });
});
