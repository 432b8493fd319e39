import type { Browser, Locator, Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wideExcept, wide } from '#tests/support/breadth.ts';
import { expectToast, main, open, toast } from './support/pages.ts';
import { register } from './support/people.ts';
import { demoEvent, newContext, newMember } from './support/hosts.ts';
import { attend, eventIn, groupNamed, join, places } from './support/places.ts';
import { expect, test } from './support/test.ts';

// The smallest phone, and a larger one: their bars cover different content.
const heights = [480, 568, 640, 720, 800];

/** The viewers to whom the bar shows different text, and how they get there. */
const viewers: Record<string, (page: Page) => Promise<unknown>> = {
  'a visitor': async () => {},
  'a newcomer without a profile': (page) => register(page.context(), { complete: false }),
  'a stranger to the group': (page) => register(page.context()),
  'somebody who goes': async (page) => {
    await register(page.context());
    const { id, groupId } = await eventIn(page.request, places.rsvp);
    await join(page.request, groupId);
    await attend(page.request, id);
  },
};

/** Returns how much of the focused element the bar covers, in pixels. */
const hidden = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const bar = document.querySelector('[data-foot]');
    if (!focused || !bar || bar.contains(focused) || focused === document.body) return 0;
    const [part, over] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()];
    return Math.max(0, Math.min(part.bottom, over.bottom) - Math.max(part.top, over.top));
  });

for (const [viewer, become] of Object.entries(viewers)) {
  const breadth = wideExcept(viewer === 'somebody who goes');

  test(
    `at 320 px the RSVP bar leaves room for the rest of an event: ${viewer}`,
    breadth,
    async ({ page }) => {
      await become(page);
      const { id } = await eventIn(page.request, places.rsvp);
      for (const height of heights) {
        await page.setViewportSize({ width: 320, height });
        await open(page, paths.event(id));
        const found = await violationsOn(page);
        expect(found, `${height} px high`).toEqual([]);
        const bar = await page.locator('[data-foot]').boundingBox();
        if (height > 480) expect(bar?.height, 'less than a fifth').toBeLessThan(height / 5);
      }
    },
  );

  test(`the bar never covers the focused element: ${viewer}`, breadth, async ({ page }) => {
    await become(page);
    const { id } = await eventIn(page.request, places.rsvp);
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, paths.event(id));
    const covered: string[] = [];
    for (let steps = 0; steps < 60; steps += 1) {
      await page.keyboard.press('Tab');
      const under = await hidden(page);
      if (under > 0) {
        const what = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80));
        covered.push(`${under} px of ${what}`);
      }
    }
    expect(covered).toEqual([]);
  });
}

const longText = 'Bring a mug and something to share. '.repeat(50);

test.describe('on a laptop', () => {
  test.use({ viewport: { width: 1280, height: 860 } });

  test('the way to come to an event is on the first screen', async ({ browser, page }) => {
    const fields = { description: longText, priceText: '£3', guestsAllowed: 2, capacity: 30 };
    const { event, organiser } = await demoEvent(browser, { ...fields, openTo: 'anyone' });
    const way = async (visitor: Page, name: string) => {
      await open(visitor, paths.event(event.id));
      const panel = visitor.getByRole('complementary', { name: 'Taking part' });
      const control = panel.getByRole(name.startsWith('Sign') ? 'link' : 'button', { name });
      await expect(control).toBeInViewport({ ratio: 1 });
    };
    await way(page, 'Come along');
    await way(page, 'Sign in to RSVP');
    const { context } = await newMember(browser, 'Nia');
    await join(context.request, event.groupId);
    await way(await context.newPage(), 'Attend Event');
    await way(await organiser.newPage(), 'Attend Event');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  /** A full event of the demo, and the pages of a member, of somebody outside, and of a visitor. */
  async function full(browser: Browser, fields: object) {
    const { event, organiser } = await demoEvent(browser, { capacity: 1, ...fields });
    await attend(organiser.request, event.id);
    const [one, other] = [await newMember(browser, 'Nia'), await newMember(browser, 'Owain')];
    await join(one.context.request, event.groupId);
    const visitor = await newContext(browser);
    return { event, pages: [one.context, other.context, visitor].map((each) => each.newPage()) };
  }

  test('a toast leaves the menu and the bar free', async ({ page }) => {
    await register(page.context());
    const { id, groupId } = await eventIn(page.request, places.rsvp);
    await join(page.request, groupId);
    await open(page, paths.event(id));
    await page.getByRole('button', { name: 'Attend Event' }).click();
    await expectToast(page, 'RSVP confirmed');
    const boxOf = async (part: Locator) => {
      const box = await part.boundingBox();
      if (!box) throw new Error('it has no place');
      return box;
    };
    const bar = page.locator('[data-foot]');
    const menu = page.getByRole('button', { name: 'Open menu' });
    for (const scrolled of [0, 400, 0]) {
      await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), scrolled);
      await expect.poll(async () => (await boxOf(toast(page))).y < 40).toBe(scrolled > 0);
      const [shown, button] = [await boxOf(toast(page)), await boxOf(menu)];
      expect(shown.y).toBeGreaterThan(button.y + button.height);
      expect(shown.y + shown.height).toBeLessThan((await boxOf(bar)).y);
    }
  });

  test('a full event is marked beside its date and in the bar, and its group offers to join and wait', async ({
    browser,
  }) => {
    const { event, pages } = await full(browser, {});
    const [member, stranger, visitor] = await Promise.all(pages);
    if (!member || !stranger || !visitor) throw new Error('three people look');
    for (const page of [member, stranger, visitor]) {
      await open(page, paths.event(event.id));
      await expect(
        main(page).locator('header').getByText('Full', { exact: true }),
      ).toBeInViewport();
      await expect(page.locator('[data-foot]')).toContainText('Join the waiting list');
    }
    await main(stranger).getByRole('link', { name: 'Join Group to Attend' }).click();
    await stranger.getByRole('button', { name: /^Join and wait for a place/ }).click();
    await expect(stranger).toHaveURL(paths.event(event.id));
    await expect(stranger.locator('[data-foot]')).toContainText('Leave waiting list');
  });

  test(
    'without a waiting list the bar and the group say that it’s full',
    wide,
    async ({ browser }) => {
      const { event, pages } = await full(browser, { waitlistEnabled: false });
      const [member, stranger] = await Promise.all(pages);
      if (!member || !stranger) throw new Error('two people look');
      for (const page of [member, stranger]) {
        await open(page, paths.event(event.id));
        await expect(page.locator('[data-foot]')).toContainText("It's full");
      }
      await main(stranger).getByRole('link', { name: 'Join Group to Attend' }).click();
      await expect(main(stranger)).toContainText(`${event.title}: it's full`);
    },
  );

  test.describe('the form of an event', () => {
    test.use({ as: 'organiser' });

    const more = (page: Page) => main(page).locator('details').filter({ hasText: /^More/ });
    const capacity = (page: Page) => main(page).getByLabel('Number of places');

    test('puts rare fields behind ‘More’, with two screens at most before its button', async ({
      page,
    }) => {
      const { id } = await groupNamed(page.request, 'Long Table Todmorden');
      await open(page, paths.createEventIn(id));
      await expect(capacity(page)).toBeHidden();
      const button = main(page).getByRole('button', { name: 'Create Event' });
      const box = await button.boundingBox();
      expect(box?.y).toBeLessThan(2 * 844);
      await more(page).locator('summary').first().click();
      await capacity(page).fill('0');
      await more(page).locator('summary').first().click();
      await expect(capacity(page)).toBeHidden();
      await page.getByLabel('Event title').fill('Soup and song');
      await page.getByLabel('Description').fill(longText);
      await page.getByLabel('Location', { exact: true }).fill('The old school');
      await page.getByLabel('Start time: day').fill('2031-06-14');
      await page.getByLabel('Start time: time').fill('10:00');
      await button.click();
      await expect(capacity(page)).toBeFocused();
      await expect(capacity(page)).toBeInViewport();
    });

    test('opens ‘More’ if something in it is filled in', wide, async ({ page, browser }) => {
      const { event } = await demoEvent(browser, {});
      await open(page, `/events/${event.id}/edit`);
      await expect(capacity(page)).toBeHidden();
      const { event: limited } = await demoEvent(browser, { capacity: 9 });
      await open(page, `/events/${limited.id}/edit`);
      await expect(capacity(page)).toBeVisible();
    });

    test.describe('without script', () => {
      test.use({ javaScriptEnabled: false, expectedNoise: /script|\.js csp/i });

      test('opens ‘More’ by its own element', async ({ page }) => {
        const { id } = await groupNamed(page.request, 'Long Table Todmorden');
        await page.goto(paths.createEventIn(id));
        await expect(capacity(page)).toBeHidden();
        await more(page).locator('summary').first().click();
        await expect(capacity(page)).toBeVisible();
      });
    });
  });
});
