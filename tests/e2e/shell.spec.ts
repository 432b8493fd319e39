import type { Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { hasWide, inLooks, looksFor, wide } from '../support/breadth.ts';
import { alive, open } from './support/pages.ts';
import {
  adminScreens,
  authTitle,
  missing,
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
const schemes = ['light', 'dark'] as const;
const looks = [
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 320, colorScheme: 'light' },
  { width: 768, colorScheme: 'light' },
  { width: 768, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'dark' },
] as const;

/** Two themes of one size differ in their colours alone; a look that is the only one is looked at for all. */
async function expectWell(page: Page, title: string, at?: number) {
  await expect(page).toHaveTitle(title);
  const chosen = looksFor(looks, at);
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `sideways scroll at ${viewport.width} px`).toBe(0);
    for (const { colorScheme } of chosen.filter(({ width }) => width === viewport.width)) {
      await page.emulateMedia({ colorScheme });
      const found = await violationsOn(page, { colourOnly: hasWide && colorScheme === 'dark' });
      expect(found, `axe at ${viewport.width} px, ${colorScheme}`).toEqual([]);
    }
  }
}

const titleFor = (screen: Screen, signedIn: boolean) =>
  screen.guarded && !signedIn ? authTitle : screen.title;

/** What is the same for a member but for the header, which the other pages show. */
const alike = new Set([
  '/events?q=zeppelin',
  '/groups?q=zeppelin',
  '/unsubscribe',
  '/forgot-password',
  '/reset-password',
  '/reset-password?token=x',
  '/confirm-email?token=x',
  '/donation-success?amount=20&redirect_status=pending',
  '/about',
  '/terms',
  '/privacy',
  '/cookies',
  '/test-rsvp',
]);

test.describe.configure({ mode: 'parallel' });

for (const as of [undefined, 'member'] as const) {
  const who = as ? 'signed in as a member' : 'signed out';

  test.describe(`${who}: quiet, no sideways scroll, nothing for axe, the right title`, () => {
    // What moves is still while it is looked at.
    test.use({ as, contextOptions: { reducedMotion: 'reduce' } });

    const own = as ? screens : [...screens.filter(({ guarded }) => !guarded), ...signInScreens];
    for (const [at, screen] of own.entries()) {
      const again = as && alike.has(screen.path);
      test(screen.path, again ? wide : inLooks, async ({ page }) => {
        await open(page, screen.path);
        await expectWell(page, titleFor(screen, as !== undefined), again ? undefined : at);
      });
    }

    test('an event, a group, a group just created', inLooks, async ({ page }) => {
      for (const [at, screen] of (await pagesOfDemo(page.request)).entries()) {
        await open(page, screen.path);
        await expectWell(page, screen.title, at);
      }
    });

    test.describe('an unknown address', () => {
      test.use({ expectedNoise: /^error: Failed to load resource: .* status of 404/ });

      test(missing.path, inLooks, async ({ page }) => {
        await open(page, missing.path);
        await expectWell(page, missing.title, as ? 0 : 1);
      });
    });
  });
}

test.describe('what opens over a page', () => {
  test.use({ as: 'member', contextOptions: { reducedMotion: 'reduce' } });

  test('the menu of a small screen, a dialog and a toast leave axe nothing', async ({ page }) => {
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

  async function expectNothingForAxe(page: Page) {
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOn(page), colorScheme).toEqual([]);
    }
  }
});

test.describe('signed in as an admin: quiet, no sideways scroll, nothing for axe, the right title', () => {
  test.use({ as: 'admin', contextOptions: { reducedMotion: 'reduce' } });

  for (const [at, { path, title }] of adminScreens.entries()) {
    test(path, inLooks, async ({ page }) => {
      await open(page, path);
      await expectWell(page, title, at);
    });
  }
});

test('a guarded page answers a signed-out visitor with the sign-in screen', async ({ page }) => {
  for (const { path } of [...screens, ...adminScreens].filter(({ guarded }) => guarded)) {
    await page.goto(path);
    await alive(page);
    await expect(page, path).toHaveTitle(authTitle);
  }
});
