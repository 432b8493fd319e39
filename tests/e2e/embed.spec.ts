import type { BrowserContext, FrameLocator, Locator, Page } from '@playwright/test';
import { embedPath } from '#contract/events/embed-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { read } from './support/api.ts';
import { Elsewhere } from './support/elsewhere.ts';
import { demoAdmin, newContext } from './support/hosts.ts';
import { expectToast, main, open } from './support/pages.ts';
import { groupNamed, nextEventOf, places } from './support/places.ts';
import { expect, test as base } from './support/test.ts';

const test = base.extend<{ elsewhere: Elsewhere }>({
  elsewhere: async ({ browserName: _ }, use) => {
    const elsewhere = await Elsewhere.open();
    await use(elsewhere);
    elsewhere.close();
  },
});

const phone = { width: 390, height: 844 };

const trigger = (page: Page) =>
  main(page).getByRole('button', { name: 'Put these on your website' });
const dialogOn = (page: Page) => page.getByRole('dialog', { name: 'Put these on your website' });

/** Returns the embed code that the page of a group, or of all events, shows. */
async function codeFrom(page: Page, path: string): Promise<string> {
  await open(page, path);
  await trigger(page).click();
  return dialogOn(page).getByLabel('Code for your page').inputValue();
}

const eventsOf = async ({ request }: Page, name: string) => {
  const { id } = await groupNamed(request, name);
  return `${paths.group(id)}?tab=events`;
};

const frameOn = (page: Page): FrameLocator => page.frameLocator('iframe');
const heightOf = (frame: Locator) => frame.evaluate(({ clientHeight }) => clientHeight);

/** Returns how much of the list its frame hides. */
const hiddenIn = (page: Page) =>
  frameOn(page)
    .locator('html')
    .evaluate((root) => root.scrollHeight - root.clientHeight);

test.describe('a group’s embed code on another site', () => {
  test.use({ as: 'admin' });

  test(
    'is on the Events tab, also where that is opened on the page itself',
    wide,
    async ({ page }) => {
      const { id } = await groupNamed(page.request, places.rsvp);
      await open(page, paths.group(id));
      await page.getByRole('tab', { name: 'Events' }).click();
      await expect(trigger(page)).toBeVisible();
    },
  );

  test(
    'does not keep the next event from a page that began on another tab',
    wide,
    async ({ page }) => {
      await open(page, await eventsOf(page, places.rsvp));
      await page.getByRole('tab', { name: 'About' }).click();
      await expect(main(page).getByRole('region', { name: 'Next event' })).toBeVisible();
    },
  );

  test('shows upcoming events without cookies and script, and links here in a new tab', async ({
    page,
    browser,
    elsewhere,
    baseURL,
  }) => {
    const { title } = await nextEventOf(page.request, await groupNamed(page.request, places.rsvp));
    elsewhere.shows(await codeFrom(page, await eventsOf(page, places.rsvp)));
    const context = await newContext(browser, { javaScriptEnabled: false });
    const cookies = await blockCookies(context);
    const reader = await context.newPage();
    await reader.goto(elsewhere.address);
    const frame = frameOn(reader);
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText(`Events of ${places.rsvp}`);
    expect(await heightOf(reader.locator('iframe'))).toBe(770);
    const opened = context.waitForEvent('page');
    await frame.getByRole('link', { name: title }).first().click();
    const event = await opened;
    await expect(event.getByRole('heading', { level: 1 })).toHaveText(title);
    expect(new URL(event.url()).origin).toBe(baseURL);
    expect(reader.url()).toBe(elsewhere.address);
    expect(cookies.set).toEqual([]);
    expect(await context.cookies()).toEqual([]);
  });

  test(
    'is as high as its list at any width, if its script runs',
    wide,
    async ({ page, browser, elsewhere }) => {
      elsewhere.shows(await codeFrom(page, paths.events));
      const context = await newContext(browser);
      const reader = await context.newPage();
      for (const width of [1280, 320, 768]) {
        await reader.setViewportSize({ width, height: 800 });
        if (width === 1280) await reader.goto(elsewhere.address);
        await expect(async () => {
          expect(await hiddenIn(reader)).toBe(0);
          const frame = await heightOf(reader.locator('iframe'));
          const list = await frameOn(reader)
            .locator('body')
            .evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
          expect(frame).toBe(list);
          expect(frame).not.toBe(770);
        }).toPass();
      }
    },
  );
});

/** Collects the site's answers that would set a cookie, and sends none of the browser's cookies. */
async function blockCookies(context: BrowserContext) {
  const set: string[] = [];
  await context.route('**', async (route) => {
    const { cookie: _, ...headers } = await route.request().allHeaders();
    await route.continue({ headers });
  });
  context.on('response', (response) => {
    if (response.headers()['set-cookie'] && response.url().includes(embedPath))
      set.push(response.url());
  });
  return { set };
}

test.describe('the height of a frame', () => {
  /** Both frames report a height: one is the site's, the other a stranger's. */
  const forging = (address: string) => `
<script src="${address}/embed.js" async></script>
<iframe id="ours" src="${address}${embedPath}?limit=3" title="Events" height="400"></iframe>
<iframe id="theirs" src="about:blank" title="Something else" height="50"></iframe>
<script>
  const theirs = document.getElementById('theirs').contentWindow;
  window.forge = (height) => {
    postMessage(height, '*');
    theirs.eval('parent.postMessage(' + height + ', "*")');
    dispatchEvent(new MessageEvent('message', { data: height, origin: '${address}', source: theirs }));
    dispatchEvent(new MessageEvent('message', { data: height, origin: 'https://evil.example', source: document.getElementById('ours').contentWindow }));
    dispatchEvent(new MessageEvent('message', { data: '1px;', origin: '${address}', source: document.getElementById('ours').contentWindow }));
    dispatchEvent(new MessageEvent('message', { data: 1e9, origin: '${address}', source: document.getElementById('ours').contentWindow }));
  };
</script>`;

  test("follows only its own frame's messages", async ({ page, elsewhere, baseURL }) => {
    elsewhere.shows(forging(baseURL ?? ''));
    await page.goto(elsewhere.address);
    const [ours, theirs] = [page.locator('#ours'), page.locator('#theirs')];
    await expect.poll(() => heightOf(ours)).not.toBe(400);
    const fitted = await heightOf(ours);
    await page.evaluate(async () => {
      const { forge } = window as unknown as { forge: (height: number) => void };
      const { promise, resolve } = Promise.withResolvers<void>();
      let heard = 0;
      addEventListener('message', () => (heard += 1) === 6 && resolve());
      forge(1234);
      await promise;
    });
    expect([await heightOf(ours), await heightOf(theirs)]).toEqual([fitted, 50]);
    await expect(theirs).not.toHaveAttribute('style');
  });
});

test.describe('any other page of the site', () => {
  test.use({
    expectedNoise: /Refused to display|frame-ancestors|ERR_BLOCKED_BY_RESPONSE|^error: /,
  });

  test("appears in no other site's frame", async ({ page, elsewhere, baseURL }) => {
    const { id } = await groupNamed(page.request, places.rsvp);
    for (const path of [paths.events, paths.group(id), '/embed', '/api/events']) {
      elsewhere.shows(`<iframe src="${baseURL}${path}" title="The site"></iframe>`);
      await page.goto(elsewhere.address);
      await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
    }
  });
});

test.describe('the embedded page', () => {
  for (const scheme of ['light', 'dark'] as const) {
    test(`has no axe problem in ${scheme}, at any width`, wide, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      const { id } = await groupNamed(page.request, places.rsvp);
      const states = [
        `?group=${id}`,
        '?accent=ffe600',
        '?accent=101010&theme=dark',
        '?location=nowhere',
      ];
      for (const state of states) {
        for (const width of [320, 768, 1280]) {
          await page.setViewportSize({ width, height: 700 });
          await page.goto(embedPath + state);
          expect(await violationsOn(page), `${state} at ${width}`).toEqual([]);
          const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(scrolled, `${state} at ${width}`).toBeLessThanOrEqual(width);
        }
      }
    });
  }

  test('works by the keyboard', async ({ page }) => {
    await page.goto(`${embedPath}?limit=3`);
    for (const at of [0, 1, 2, 3]) {
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link').nth(at)).toBeFocused();
    }
    await expect(page.getByRole('link').nth(3)).toHaveText(/^See all on/);
  });
});

test.describe('an unavailable embedded page', () => {
  test.use({ expectedNoise: /status of 40[04]/ });

  test('explains itself to any viewer', wide, async ({ page, elsewhere, baseURL }) => {
    for (const [query, words] of [
      ['?limit=0', 'limit: Please send a number from 1 to 50'],
      ['?group=2000000000', 'It may have been removed'],
    ]) {
      elsewhere.shows(`<iframe src="${baseURL}${embedPath}${query}" title="Events"></iframe>`);
      await page.goto(elsewhere.address);
      await expect(frameOn(page).getByRole('main')).toContainText(words ?? '');
      await page.goto(embedPath + query);
      expect(await violationsOn(page)).toEqual([]);
    }
  });
});

test.describe('the embed dialog', () => {
  test.use({ as: 'admin', viewport: phone });

  test('shows the code for the chosen options, and a preview', async ({
    page,
    context,
    baseURL,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, `${paths.events}?location=leeds&from=2026-01-01`);
    await trigger(page).click();
    const dialog = dialogOn(page);
    await expect(dialog).toContainText("The dates you've picked are left out");
    await dialog.getByLabel('Theme').selectOption('dark');
    await dialog.getByLabel('Most events to show').selectOption('3');
    await dialog.getByLabel('Use your own colour').check();
    await dialog.getByLabel('Colour', { exact: true }).fill('#ffe600');
    const address = `${embedPath}?location=leeds&limit=3&theme=dark&accent=ffe600`;
    const preview = dialog.getByTitle('How it will look');
    await expect(preview).toHaveAttribute('src', address);
    await expect(preview.contentFrame().getByRole('heading', { level: 1 })).toHaveText(
      'Events in leeds',
    );
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Copy code' }).click();
    await expectToast(page, 'Code copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`<script src="${baseURL}/embed.js" async></script>`);
    expect(copied).toContain(`src="${baseURL}${address.replaceAll('&', '&amp;')}"`);
    await dialog.getByLabel('Fit the height to the list').uncheck();
    await expect(dialog.getByLabel('Code for your page')).not.toHaveValue(/script/);
    await page.keyboard.press('Escape');
    await expect(trigger(page)).toBeFocused();
    await expect(page).toHaveURL(/\/events\?location=leeds/);
  });
});

test.describe('the button for it, on a phone', () => {
  test.use({ viewport: phone, as: 'organiser' });

  test(
    'is on a group’s page for its organisers and admins only',
    wide,
    async ({ page, browser }) => {
      const groups = await read(page.request, 'GET /api/groups', {});
      const own = groups.find(({ membership }) => membership?.isOrganizer);
      const eventsTab = `${paths.group(own?.id ?? 0)}?tab=events`;
      await open(page, eventsTab);
      await expect(trigger(page)).toBeVisible();
      await open(page, await eventsOf(page, places.rsvp));
      await expect(trigger(page)).toHaveCount(0);

      const visitor = await (await newContext(browser)).newPage();
      for (const path of [eventsTab, paths.events]) {
        await open(visitor, path);
        await expect(trigger(visitor)).toHaveCount(0);
      }
      const admin = await (await demoAdmin(browser)).newPage();
      const code = await codeFrom(admin, eventsTab);
      expect(code).toContain(`${embedPath}?group=${own?.id}"`);
      expect(code).toContain(`title="Events of ${own?.name} – `);
    },
  );
});
