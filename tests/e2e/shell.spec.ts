import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { hasWide, inLooks, looksFor, wide } from '#tests/support/breadth.ts';
import { expectNothingForAxe, open } from './support/pages.ts';
import {
  adminScreens,
  authTitle,
  missing,
  organiserPages,
  pagesOfDemo,
  screens,
  signInScreens,
  type Screen,
} from './support/routes.ts';
import { expect, test } from './support/test.ts';

const sizes = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];
const looks = [
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 320, colorScheme: 'light' },
  { width: 768, colorScheme: 'light' },
  { width: 768, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'dark' },
] as const;

/** Returns the elements that HTML doesn't allow where they stand: a block in a line of text. */
const blocksInText = (page: Page) =>
  page
    .locator(
      ':is(span, button, label, em, strong, time, h1, h2, h3) :is(form, div, p, ul, ol, table)',
    )
    .evaluateAll((found) => found.map((block) => block.outerHTML.slice(0, 120)));

/**
 * Two themes of one size differ only in their colours; the everyday run checks a single look in
 * full.
 */
async function expectWell(page: Page, title: string, at?: number) {
  await expect(page).toHaveTitle(title);
  expect(await blocksInText(page), `blocks in a line of text on ${page.url()}`).toEqual([]);
  const chosen = looksFor(looks, at);
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `sideways scroll of ${page.url()} at ${viewport.width} px`).toBe(0);
    for (const { colorScheme } of chosen.filter(({ width }) => width === viewport.width)) {
      await page.emulateMedia({ colorScheme });
      const found = await violationsOn(page, { colourOnly: hasWide && colorScheme === 'dark' });
      expect(found, `axe on ${page.url()} at ${viewport.width} px, ${colorScheme}`).toEqual([]);
    }
  }
}

/**
 * The pages that look alike for a member except for the header, which other pages show. The
 * everyday run checks these signed out and all others as a member, who sees more.
 */
const alike = new Set([
  '/group-draft-preview',
  '/confirm-email',
  '/events?q=zeppelin',
  '/groups?q=zeppelin',
  '/unsubscribe',
  '/appeal/22222-22222',
  '/appeal',
  '/setup',
  '/forgot-password',
  '/reset-password',
  '/reset-password?token=x',
  '/confirm-email?token=x',
  '/donation-success?amount=20&redirect_status=pending',
  '/about',
  '/terms',
  '/privacy',
  '/cookies',
  '/help',
  '/help?q=poster',
  '/help/first-event',
  '/test-rsvp',
]);

test.describe.configure({ mode: 'parallel' });

// This time zone and language differ from the server's, so that a page that hydrates differently
// fails.
test.use({ timezoneId: 'Pacific/Kiritimati', locale: 'ar-EG' });

/**
 * The number of pages that one test visits: opening a browser page takes as long as checking one.
 */
const row = 6;

const rowsOf = <Each>(all: Each[]): Each[][] =>
  Array.from({ length: Math.ceil(all.length / row) }, (_, at) =>
    all.slice(at * row, (at + 1) * row),
  );

const namesOf = (all: Screen[]) => all.map(({ path }) => path).join(', ');

/** Visits every page in one browser page; each arrives with its data and makes no calls. */
async function expectAllWell(page: Page, noise: string[], all: Screen[], inRow: boolean) {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  for (const [at, { path, title }] of all.entries()) {
    await open(page, path);
    await expectWell(page, title, inRow ? at : undefined);
    expect.soft(noise, path).toEqual([]);
    expect.soft(calls.splice(0), `what ${path} asks the API for`).toEqual([]);
  }
}

for (const as of [undefined, 'member'] as const) {
  const who = as ? 'signed in as a member' : 'signed out';

  test.describe(`${who}: no console output, sideways scroll, axe problem or call, and the correct title`, () => {
    // Turns animations off, so that the page is still during checks.
    test.use({ as, contextOptions: { reducedMotion: 'reduce' } });

    const own = as ? screens : [...screens.filter(({ guarded }) => !guarded), ...signInScreens];
    const isOfCore = (screen: Screen) =>
      as ? !alike.has(screen.path) : alike.has(screen.path) || signInScreens.includes(screen);
    for (const all of rowsOf(own.filter(isOfCore))) {
      test(namesOf(all), inLooks, async ({ page, noise }) => {
        await expectAllWell(page, noise, all, true);
      });
    }
    for (const all of rowsOf(own.filter((screen) => !isOfCore(screen)))) {
      test(namesOf(all), wide, async ({ page, noise }) => {
        await expectAllWell(page, noise, all, false);
      });
    }

    test(
      'on the pages of an event, a group and a group just created',
      as ? inLooks : wide,
      async ({ page, noise }) => {
        await expectAllWell(page, noise, await pagesOfDemo(page.request), as !== undefined);
      },
    );

    test.describe('an unknown address', () => {
      test.use({ expectedNoise: /^error: Failed to load resource: .* status of 404/ });

      for (const { path, title } of missing) {
        test(path, as ? wide : inLooks, async ({ page }) => {
          await open(page, path);
          await expectWell(page, title, as ? undefined : 1);
        });
      }
    });
  });
}

test.describe('over a page', () => {
  test.use({ as: 'member', contextOptions: { reducedMotion: 'reduce' } });

  test('the menu of a small screen, a dialog and a toast have no axe problem', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, '/dashboard');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expectNothingForAxe(page);
    await page.getByRole('button', { name: 'Close menu' }).click();
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await expect(page.getByRole('dialog', { name: 'Edit Profile' })).toBeVisible();
    await expectNothingForAxe(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused();
  });
});

test.describe('signed in as an organiser: no console output, sideways scroll, axe problem or call, and the correct title', () => {
  test.use({ as: 'organiser', contextOptions: { reducedMotion: 'reduce' } });

  test('on a group of theirs, and its message form', inLooks, async ({ page, noise }) => {
    await expectAllWell(page, noise, await organiserPages(page.request), true);
  });
});

test.describe('signed in as an admin: no console output, sideways scroll, axe problem or call, and the correct title', () => {
  test.use({ as: 'admin', contextOptions: { reducedMotion: 'reduce' } });

  // The everyday run checks the first row for all.
  for (const [at, all] of rowsOf([...adminScreens]).entries()) {
    test(namesOf(all), at === 0 ? inLooks : wide, async ({ page, noise }) => {
      await expectAllWell(page, noise, all, at === 0);
    });
  }
});

test('a guarded page shows a signed-out visitor the sign-in screen', wide, async ({ page }) => {
  for (const { path } of [...screens, ...adminScreens].filter(({ guarded }) => guarded)) {
    const answer = await page.request.get(path);
    expect(await answer.text(), path).toContain(`<title>${authTitle}</title>`);
  }
  await open(page, '/dashboard');
  await expect(page).toHaveTitle(authTitle);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('/login and /signup lead to the sign-in screen, with the way back', async ({ page }) => {
    const tab = (name: string) => page.getByRole('tab', { name });
    await open(page, `/login?next=${encodeURIComponent(paths.events)}`);
    expect(new URL(page.url()).pathname).toBe(paths.auth);
    expect(new URL(page.url()).searchParams.get('next')).toBe(paths.events);
    await expect(tab('Log In')).toHaveAttribute('aria-selected', 'true');
    await open(page, '/signup');
    expect(new URL(page.url()).pathname).toBe(paths.auth);
    await expect(tab('Sign Up')).toHaveAttribute('aria-selected', 'true');
  });

  test(
    'the About page names day, time and place; the footer leads to the calendar and to online events',
    wide,
    async ({ page }) => {
      await open(page, paths.about);
      await expect(page.getByRole('main')).toContainText('the day, the time and the place');
      await expect(page.getByRole('main')).not.toContainText('the index');
      const footer = page.getByRole('contentinfo');
      await footer.getByRole('link', { name: 'Calendar' }).click();
      await expect(page).toHaveURL(paths.eventsCalendar);
      await footer.getByRole('link', { name: 'Online Events' }).click();
      await expect(page).toHaveURL(paths.events);
    },
  );
});

test.describe('what an injected script would try', () => {
  test.use({ expectedNoise: /^error: .*(Trusted|inline style)/ });

  test('is refused: text as markup, a script by its address, a style of its own', async ({
    page,
  }) => {
    await open(page, paths.events);
    const refused = await page.evaluate(() => {
      const isRefused = (attempt: () => void) => {
        try {
          attempt();
          return false;
        } catch (error) {
          return error instanceof TypeError;
        }
      };
      const style = document.createElement('style');
      style.textContent = 'main { display: none }';
      document.head.append(style);
      return {
        markup: isRefused(() => {
          document.createElement('p').innerHTML = '<b>x</b>';
        }),
        script: isRefused(() => {
          document.createElement('script').src = '/x.js';
        }),
        policy: isRefused(() => window.trustedTypes?.createPolicy('mine', {})),
        style: style.sheet === null || style.sheet.cssRules.length === 0,
      };
    });
    expect(refused).toEqual({ markup: true, script: true, policy: true, style: true });
  });
});
