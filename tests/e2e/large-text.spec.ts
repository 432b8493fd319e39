import type { Page } from '@playwright/test';
import { wide } from '#tests/support/breadth.ts';
import { paths } from '#contract/platform/paths.ts';
import { read } from './support/api.ts';
import { open } from './support/pages.ts';
import { organiserPages, pagesOfDemo, signInScreens } from './support/routes.ts';
import { expect, test } from './support/test.ts';

const widths = [320, 768, 1280];

/** Doubles the text size, as a reader sets it in the browser. */
async function enlarge(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}

/** Finds text and controls that are cut off, missing or overlapping. */
const troubles = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const name = (part: Element) =>
      `${part.tagName.toLowerCase()} ‘${(part.textContent || part.getAttribute('aria-label') || '').trim().slice(0, 40)}’`;
    const shown = (part: Element) => part.checkVisibility({ visibilityProperty: true });
    const shortens = (part: Element) => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(part);
      return textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
    };
    const meant = (part: Element | null): boolean =>
      part !== null &&
      (part.matches('.sr-only, [aria-hidden="true"]') ||
        shortens(part) ||
        meant(part.parentElement));

    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) {
      found.push(`sideways scroll of ${root.scrollWidth - root.clientWidth} px`);
    }

    const words = [
      ...document.querySelectorAll(
        'h1, h2, h3, p, a, button, label, legend, dt, dd, li, summary, time',
      ),
    ];
    for (const part of words) {
      if (!shown(part) || meant(part)) continue;
      const { overflowX, overflowY } = getComputedStyle(part);
      const cut =
        (overflowX !== 'visible' && part.scrollWidth > part.clientWidth + 1) ||
        (overflowY !== 'visible' && part.scrollHeight > part.clientHeight + 1);
      if (cut) found.push(`${name(part)} is cut off`);
      const box = part.getBoundingClientRect();
      if (box.width > 0 && (box.left < -1 || box.right > root.clientWidth + 1)) {
        const scroller = part.closest('[class*="overflow-x-auto"], [class*="overflow-hidden"]');
        if (!scroller) found.push(`${name(part)} leaves the window`);
      }
    }

    for (const sign of document.querySelectorAll(':is(a, button) svg')) {
      const holder = sign.closest('a, button');
      if (holder && shown(sign) && sign.getBoundingClientRect().width < 8) {
        found.push(`the sign of ${name(holder)} is gone`);
      }
    }

    const pressed = [
      ...document.querySelectorAll(
        'main :is(a, button, summary, input, select, textarea), header :is(a, button), footer a',
      ),
    ]
      .filter((part) => shown(part) && !part.closest('.sr-only, [class*="sticky"]'))
      .map((part) => ({ part, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    for (const [place, one] of pressed.entries()) {
      for (const other of pressed.slice(place + 1)) {
        if (one.part.contains(other.part) || other.part.contains(one.part)) continue;
        // A button at the end of its own field may overlap it.
        if (one.part.matches('input') && one.part.parentElement === other.part.parentElement)
          continue;
        const across =
          Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down =
          Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across > 2 && down > 2) found.push(`${name(one.part)} lies on ${name(other.part)}`);
      }
    }
    return found;
  });

async function expectRoom(page: Page, path: string): Promise<void> {
  await open(page, path);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
    '32px',
  );
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await troubles(page), `${path} at ${width} px`).toEqual([]);
  }
}

async function expectRoomOn(page: Page, own: readonly string[]): Promise<void> {
  await enlarge(page);
  const demo = (await pagesOfDemo(page.request)).map(({ path }) => path);
  for (const path of [...own, ...demo]) await expectRoom(page, path);
}

/** Finds the page of a demo event. */
async function eventPath(page: Page, title: string): Promise<string> {
  const [event] = await read(page.request, 'GET /api/events', { query: { q: title } });
  return paths.event(event?.id ?? 0);
}

test.describe('text at 200%: nothing is cut off, overlaps or scrolls sideways', () => {
  const signIn = signInScreens.map(({ path }) => path);

  test("on a visitor's pages", async ({ page }) => {
    await expectRoomOn(page, ['/', '/events', '/auth']);
  });

  test("on a visitor's other pages", wide, async ({ page }) => {
    await expectRoomOn(page, ['/events?q=zeppelin', '/groups', '/about', '/support', ...signIn]);
  });

  test.describe('signed in', () => {
    test.use({ as: 'organiser' });

    test("on an organiser's pages", wide, async ({ page }) => {
      const full = await eventPath(page, 'peanut stew');
      const withGuests = await eventPath(page, 'Long table supper');
      const writing = (await organiserPages(page.request)).map(({ path }) => path);
      await expectRoomOn(page, [
        '/dashboard',
        '/settings',
        '/create-event',
        full,
        withGuests,
        ...writing,
      ]);
    });

    test("on an organiser's other pages", wide, async ({ page }) => {
      const own = ['/', '/my-events', '/my-groups', '/create-group', '/complete-profile'];
      await expectRoomOn(page, own);
    });
  });
});
