import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { siteAddress } from './support/api.ts';
import { expect, test } from './support/test.ts';

const docs = '/api/docs';

interface RequestOptions {
  headers?: Record<string, string>;
  credentials?: 'include';
}

test.describe('the API page', () => {
  // With script off, the browser logs each script that it skips.
  test.use({ javaScriptEnabled: false, expectedNoise: /^requestfailed: \S+ csp$/ });

  test("is linked from the site's description, and needs no script", async ({ page }) => {
    await page.goto(paths.about);
    await page.getByRole('link', { name: 'how to use the API' }).click();
    await expect(page).toHaveURL(docs);
    await expect(page.getByRole('heading', { level: 1, name: 'API' })).toBeVisible();
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await contents.getByRole('link', { name: 'Series', exact: true }).click();
    await expect(page).toHaveURL(`${docs}#tag-series`);
    await page.getByRole('link', { name: 'Create an event that repeats' }).click();
    await expect(page).toHaveURL(`${docs}#createSeries`);
    await expect(page.locator('#createSeries')).toBeInViewport();
    await expect(page.locator('#createSeries')).toContainText('curl -X POST "$SITE/api/series"');
  });
});

/** The page is long: axe looks at it once in each theme. */
const widths = { light: 1280, dark: 320 };

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `the API page has no axe problem, at any width, in the ${colorScheme}`,
    wide,
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(docs);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        expect(overflow).toBe(0);
        if (width === widths[colorScheme])
          expect(await violationsOn(page), `${width} px`).toEqual([]);
      }
    },
  );
}

test.describe("another origin's page", () => {
  let elsewhere: Server;
  test.beforeAll(async () => {
    elsewhere = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Parish</title>');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  });
  test.afterAll(() => elsewhere.close());

  // The browser logs each answer that the page may not read.
  test.use({ as: 'member', expectedNoise: /CORS policy|net::ERR_FAILED|status of 404/ });

  /** Returns the response that a script on the foreign page can read from the site. */
  const readBy = (page: Page, path: string, options: RequestOptions = {}) =>
    page.evaluate(
      ([url, init]) =>
        fetch(url, init).then(
          async (answer) => ({ status: answer.status, body: (await answer.json()) as unknown }),
          () => 'kept from it',
        ),
      [siteAddress() + path, options] as const,
    );

  test('reads public data as a signed-out caller, and nothing else', async ({ page }) => {
    await page.goto(paths.home);
    const own = await page.evaluate(() => fetch('/api/user').then((answer) => answer.json()));
    expect(own).toHaveProperty('user');
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);

    expect(await readBy(page, '/api/user')).toEqual({ status: 200, body: {} });
    const events = await readBy(page, '/api/events?limit=50');
    const hidden = expect.objectContaining({ locationHidden: true });
    expect(events).toMatchObject({ status: 200, body: expect.arrayContaining([hidden]) });
    const asked = await readBy(page, '/api/events?limit=1', {
      headers: { 'if-none-match': '"x"' },
    });
    expect(asked).toMatchObject({ status: 200 });
    expect(await readBy(page, '/api/events/99999999')).toMatchObject({ status: 404 });

    // This page is on the site's own host, so the browser sends the cookie but hides the answer.
    for (const path of ['/api/user', '/api/events'])
      expect(await readBy(page, path, { credentials: 'include' })).toBe('kept from it');
    for (const path of ['/api/user/groups', '/api/user/waiting', '/api/auth/user/sessions'])
      expect(await readBy(page, path, { credentials: 'include' })).toBe('kept from it');
    const token = { headers: { authorization: 'Bearer x' } };
    expect(await readBy(page, '/api/events', token)).toBe('kept from it');
  });
});
