// Draws every page in every role, for people to look at: npm run screens [-- events groups]
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  chromium,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Page,
} from '@playwright/test';
import sharp from 'sharp';
import { paths } from '#contract/platform/paths.ts';
import { read } from '#tests/e2e/support/api.ts';
import {
  adminScreens,
  screens,
  signInScreens,
  pagesOfDemo,
  missing,
  type Screen,
} from '#tests/e2e/support/routes.ts';
import { demoEmail, password, type DemoName } from '#tests/e2e/support/people.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { guideNames, guidePicture, type GuideName } from '#contract/base/guides.ts';
import { groupNamed, nextEventOf, places } from '#tests/e2e/support/places.ts';
import { drawEmails } from './emails.ts';
import { fillAdminPages, states, type State } from './states.ts';

const folder = fileURLToPath(new URL('../../screens', import.meta.url));
const siteScript = fileURLToPath(new URL('../e2e/support/site.ts', import.meta.url));
const roles = ['visitor', 'newcomer', 'member', 'organiser', 'admin'] as const;
const widths = [320, 768, 1280];
const schemes = ['light', 'dark'] as const;
const wanted = process.argv.slice(2);

type Address = Pick<Screen, 'path'>;

async function readyAddress({ stdout }: ChildProcess): Promise<string> {
  for await (const chunk of stdout ?? []) {
    const [, address] = / is ready at (http:[^\s,]+)/.exec(String(chunk)) ?? [];
    if (address) return address;
  }
  throw new Error('the site ended before it was ready');
}

async function takeRole(
  browser: Browser,
  address: string,
  role: (typeof roles)[number],
): Promise<void> {
  for (const colorScheme of schemes) {
    const context = await browser.newContext({
      baseURL: address,
      colorScheme,
      locale: 'en-GB',
      reducedMotion: 'reduce',
    });
    if (role !== 'visitor') await signIn(context, address, role);
    if (role === 'admin') await fillAdminPages(context.request, address);
    const pages = [
      ...screens,
      ...(role === 'admin' ? adminScreens : signInScreens),
      ...(await pagesOfDemo(context.request)),
      ...(role === 'visitor' ? [] : await pagesOfThePast(context.request)),
      ...missing,
      ...gone,
    ];
    const page = await context.newPage();
    const shots = [...pages.filter(isWanted).map(stateOf), ...statesOf(role)];
    for (const state of shots) await take(page, role, colorScheme, state);
    await context.close();
  }
}

/** Draws the emails as a mail program does: npm run screens -- emails */
async function takeEmails(browser: Browser): Promise<void> {
  const emails = await drawEmails();
  for (const colorScheme of schemes) {
    const context = await browser.newContext({ colorScheme });
    const page = await context.newPage();
    for (const { kind, html } of emails) {
      await take(page, 'emails', colorScheme, { name: kind, reach: () => page.setContent(html) });
    }
    await context.close();
  }
}

const drawInto = async (file: string, page: Page) =>
  sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(file);

const pictures = fileURLToPath(new URL('../../docs/pictures', import.meta.url));

const readmePictures = [
  {
    name: 'organiser',
    role: 'organiser',
    viewport: { width: 1280, height: 880 },
    path: async (request: APIRequestContext) => {
      const group = await groupNamed(request, 'Hello Hebden');
      return paths.event((await nextEventOf(request, group)).id);
    },
  },
  {
    name: 'phone',
    role: 'member',
    viewport: { width: 390, height: 760 },
    path: async () => paths.events,
  },
] as const;

/** Draws the pictures of the README into docs/pictures: npm run screens -- readme */
async function takeReadme(browser: Browser, address: string): Promise<void> {
  await mkdir(pictures, { recursive: true });
  for (const { name, role, viewport, path } of readmePictures) {
    for (const colorScheme of schemes) {
      const options = { baseURL: address, colorScheme, viewport, locale: 'en-GB' };
      const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
      await signIn(context, address, role);
      const page = await context.newPage();
      await page.goto(await path(context.request), { waitUntil: 'networkidle' });
      await drawInto(join(pictures, `${name}-${colorScheme}.webp`), page);
      await context.close();
    }
  }
}

/** The screen that a guide is about, as its reader sees it. */
const guidePictures: Record<
  GuideName,
  { role: DemoName; path: (request: APIRequestContext) => Promise<string> }
> = {
  'finding-your-people': { role: 'member', path: async () => paths.groups },
  'your-data': { role: 'member', path: async () => paths.settings },
  'on-your-phone': { role: 'member', path: async () => paths.myEvents },
  'first-event': { role: 'organiser', path: async () => paths.createEvent },
  'weekly-class': { role: 'organiser', path: (request) => eventPathOf(request, places.series) },
  'moving-from-meetup': { role: 'organiser', path: async () => paths.createGroup },
  'on-the-night': { role: 'organiser', path: (request) => eventPathOf(request, 'Hello Hebden') },
  'when-something-goes-wrong': {
    role: 'organiser',
    path: async (request) => {
      const path = await eventPathOf(request, 'Hello Hebden');
      return `${path}/edit`;
    },
  },
  'first-week': { role: 'admin', path: async () => paths.admin },
  'a-report-comes-in': { role: 'admin', path: async () => paths.adminTab('reports') },
  'compliance-documents': { role: 'admin', path: async () => paths.adminTab('safety') },
};

const eventPathOf = async (request: APIRequestContext, group: string) =>
  paths.event((await nextEventOf(request, await groupNamed(request, group))).id);

const publicFiles = fileURLToPath(new URL('../../web/public/guides', import.meta.url));
const guideViewport = { width: guidePicture.width, height: guidePicture.height };

/** Draws the pictures of the guides into web/public: npm run screens -- guides */
async function takeGuides(browser: Browser, address: string): Promise<void> {
  await mkdir(publicFiles, { recursive: true });
  for (const name of guideNames) {
    const { role, path } = guidePictures[name];
    for (const colorScheme of schemes) {
      const options = { baseURL: address, colorScheme, viewport: guideViewport, locale: 'en-GB' };
      const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
      await signIn(context, address, role);
      const page = await context.newPage();
      await page.goto(await path(context.request), { waitUntil: 'networkidle' });
      await drawInto(join(publicFiles, `${name}-${colorScheme}.webp`), page);
      await context.close();
    }
  }
}

const isNamed = (name: string) => wanted.length === 0 || wanted.some((word) => name.includes(word));
const isWanted = ({ path }: Address) => isNamed(path);

/** Addresses that never existed, or no longer do. */
const gone = ['/events/999999', '/groups/999999', '/group-draft-preview/999999'].map((path) => ({
  path,
}));

/** A past event, for its attendees. */
async function pagesOfThePast(request: APIRequestContext): Promise<Address[]> {
  const [past] = await read(request, 'GET /api/user/events', { query: { when: 'past' } });
  return past ? [{ path: paths.event(past.id) }] : [];
}

async function signIn(context: BrowserContext, address: string, role: DemoName): Promise<void> {
  const answer = await context.request.post('/api/login', {
    headers: { origin: address },
    data: { email: demoEmail(role), password },
  });
  if (!answer.ok()) throw new Error(`${role} could not sign in: ${answer.status()}`);
}

const stateOf = ({ path }: Address): State => ({
  name: path.replaceAll(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home',
  reach: (page) => page.goto(path, { waitUntil: 'networkidle' }),
});

const statesOf = (role: string) => (states[role] ?? []).filter(({ name }) => isNamed(name));

/**
 * Makes the window as high as the page, so that sticky parts come to rest and every picture loads.
 */
async function showAll(page: Page, width: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all(
      Array.from(document.images, (image) => image.decode().catch(() => undefined)),
    );
  });
}

/** A dialog covers the page, so only the screen is captured. */
async function take(page: Page, role: string, scheme: string, state: State): Promise<void> {
  const { name, reach } = state;
  await mkdir(join(folder, role), { recursive: true });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await reach(page);
    if (!name.startsWith('dialog-')) await showAll(page, width);
    // Ends entry animations: a dialog's first frame can be empty.
    await page.screenshot({
      path: join(folder, role, `${name}-${width}-${scheme}.png`),
      animations: 'disabled',
    });
  }
  console.log(`${role} ${scheme} ${name}`);
}

await rm(folder, { recursive: true, force: true });
const site = spawn(process.execPath, [siteScript, 'embedded'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const address = await readyAddress(site);
  const browser = await chromium.launch(await findChromium());
  for (const role of roles) await takeRole(browser, address, role);
  if (isNamed('emails')) await takeEmails(browser);
  if (wanted.includes('readme')) await takeReadme(browser, address);
  if (wanted.includes('guides')) await takeGuides(browser, address);
  await browser.close();
} finally {
  site.kill('SIGTERM');
}
