import { chromium, type Browser, type Page } from '@playwright/test';
import type { DoorParty } from '#contract/events/arrivals.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { median } from './report.ts';

/** A mid-range phone: a quarter of this machine's speed, 1.6 Mbit/s and 150 ms. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const slowdown = 4;

export interface PageFigures {
  path: string;
  /** Largest contentful paint, in milliseconds. */
  lcp: number;
  /**
   * The time until React has hydrated the page, in milliseconds: from then on the router handles
   * links.
   */
  alive: number;
  /** Cumulative layout shift. */
  cls: number;
  /** From a press to the next frame, in milliseconds. */
  interaction: number;
  requests: number;
}

/** Opens each page `rounds` times in a fresh browser context with an empty cache; medians. */
export async function measurePages(
  origin: string,
  paths: string[],
  rounds: number,
): Promise<PageFigures[]> {
  const { executablePath, args, env } = await findChromium();
  const browser = await chromium.launch({ executablePath, args, env });
  const figures: PageFigures[] = [];
  for (const path of paths) {
    const opened: PageFigures[] = [];
    for (let round = 0; round < rounds; round += 1) opened.push(await open(browser, origin, path));
    figures.push(mediansOf(opened));
  }
  await browser.close();
  return figures;
}

function mediansOf(all: PageFigures[]): PageFigures {
  const of = (figure: Exclude<keyof PageFigures, 'path'>) =>
    median(all.map((each) => each[figure]));
  return {
    path: all[0]?.path ?? '',
    lcp: of('lcp'),
    alive: of('alive'),
    cls: of('cls'),
    interaction: of('interaction'),
    requests: of('requests'),
  };
}

async function open(browser: Browser, origin: string, path: string): Promise<PageFigures> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(observe);
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  await press(page);
  const painted = await page.evaluate(() => window.figures);
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').length);
  await context.close();
  return { path, ...painted, requests: loaded + 1 };
}

declare global {
  interface Window {
    figures: { lcp: number; alive: number; cls: number; interaction: number };
  }
}

/** Runs in the page before its own scripts. */
function observe(): void {
  window.figures = { lcp: 0, alive: 0, cls: 0, interaction: 0 };
  document.addEventListener('hydrated', () => (window.figures.alive ||= performance.now()));
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...(type === 'event' && { durationThreshold: 16 }),
    });
  watch('largest-contentful-paint', (entry) => (window.figures.lcp = entry.startTime));
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) window.figures.cls += shift.value;
  });
  watch('event', (entry) => {
    const { interactionId } = entry as PerformanceEntry & { interactionId?: number };
    if (interactionId) {
      window.figures.interaction = Math.max(window.figures.interaction, entry.duration);
    }
  });
}

/** Opens and closes the narrow screen's menu, which every page has. */
async function press(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /menu/i }).first();
  await menu.click();
  await page.waitForTimeout(300);
  await page.keyboard.press('Escape');
  await page.waitForTimeout(300);
}

export interface DoorFigures {
  typed: string;
  /** From the typed letters to the frame that shows what they find, in milliseconds. */
  shown: number;
}

/** Names at the door, each of which the next words find differently. */
const firstNames = ['Priya', 'Zoë', 'Siân', 'Tomasz', 'Bethany', 'Oluwaseun', 'Mary-Jane', 'Idris'];
const searches = ['p', 'zoe', 'sian q', 'bethnay', 'mary jane', 'xyzzy'];

const partyOf = (at: number): DoorParty => ({
  id: String(at + 1),
  kind: 'member',
  status: 'going',
  firstName: `${firstNames[at % firstNames.length]} ${at.toString(36)}`,
  lastInitial: String.fromCharCode(65 + (at % 26)),
  children: [],
  people: 1,
  here: 0,
  at: null,
  by: null,
  firstTime: false,
});

/** Searches 5,000 people at the door of an event of its organiser, on a slowed processor; medians. */
export async function measureDoor(
  origin: string,
  event: number,
  cookie: string,
  rounds: number,
): Promise<DoorFigures[]> {
  const { executablePath, args, env } = await findChromium();
  const browser = await chromium.launch({ executablePath, args, env });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: origin }]);
  const page = await context.newPage();
  const people = Array.from({ length: 5_000 }, (_, at) => partyOf(at));
  const [startTime, endTime] = [0, 4].map((hours) =>
    new Date(Date.now() + hours * 3_600_000).toISOString(),
  );
  const facts = { id: event, title: 'A full evening', startTime, endTime, capacity: null };
  const counts = { expected: people.length, here: 0, walkIns: 0 };
  await page.route('**/door', (route) =>
    route.request().isNavigationRequest()
      ? route.continue()
      : route.fulfill({ json: { event: facts, people, counts } }),
  );
  await page.goto(`${origin}/events/${event}/door`);
  await page.getByText('(5000)').waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const figures = [];
  for (const typed of searches) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      times.push(await page.evaluate(searchFor, typed));
      await page.evaluate(searchFor, '');
    }
    figures.push({ typed, shown: Math.round(median(times)) });
  }
  await browser.close();
  return figures;
}

/** Runs in the page: types the words at once, and waits for the frame after the list has changed. */
async function searchFor(words: string): Promise<number> {
  const input = document.querySelector<HTMLInputElement>('input[type=search]');
  const main = document.querySelector('main');
  // React tells its own changes from a person's by the element's own setter.
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  if (!input || !main || !value) throw new Error('this is no door');
  const started = performance.now();
  const changed = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(resolve));
    });
    observer.observe(main, { subtree: true, childList: true, characterData: true });
  });
  value.set?.call(input, words);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await changed;
  return performance.now() - started;
}
