import type { Page } from '@playwright/test';
import type { EventCard } from '#contract/events/events.ts';
import { paths } from '#contract/platform/paths.ts';
import { wide, wideExcept } from '#tests/support/breadth.ts';
import { readAll } from './support/api.ts';
import { expectToast, heading, main, open, reload, toast } from './support/pages.ts';
import { logIn, newEmail, register } from './support/people.ts';
import { card, eventIn, groupNamed, join, places } from './support/places.ts';
import { expect, lostCalls, refusals, test } from './support/test.ts';

// The browser's messages about failed scripts and calls, and React's about a part that failed.
const lost = new RegExp(`${lostCalls.source}|${refusals.source}|ERR_|thrown: |^error: `);

const header = (page: Page) => page.getByRole('banner');
const footer = (page: Page) => page.getByRole('contentinfo');
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });

/** Opens the page of a group's next event as a new member. */
async function openAsMember(page: Page, place: string = places.rsvp): Promise<EventCard> {
  await register(page.context());
  const event = await eventIn(page.request, place);
  await join(page.request, event.groupId);
  await open(page, paths.event(event.id));
  return event;
}

test.use({ expectedNoise: lost });

test.describe('an unavailable script', () => {
  test('of a page leaves the old page with a message on a phone, and a retry continues', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await open(page, paths.events);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.context().setOffline(true);
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'About Us' })
      .click();
    await expectToast(page, "You're offline", "We'll carry on when you're back online.");
    await expect(heading(page)).toHaveText('Explore Events');
    await expect(header(page)).toBeVisible();
    await page.context().setOffline(false);
    await expect(heading(page)).not.toHaveText('Explore Events');
    await expect(page).toHaveURL(paths.about);
    await page.goBack();
    await expect(heading(page)).toHaveText('Explore Events');
  });

  test('offline leaves a page seen before as it is, too', async ({ page }) => {
    await open(page, paths.about);
    await header(page).getByRole('link', { name: 'Explore Events' }).click();
    await expect(heading(page)).toHaveText('Explore Events');
    await page.context().setOffline(true);
    await header(page).getByRole('link', { name: 'About Us' }).click();
    await expectToast(page, "You're offline");
    await expect(heading(page)).toHaveText('Explore Events');
    await page.context().setOffline(false);
    await expect(page).toHaveURL(paths.about);
  });

  test('of a part leaves the page whole, and a retry loads the part', wide, async ({ page }) => {
    await register(page.context());
    const group = await groupNamed(page.request, places.membership);
    await join(page.request, group.id);
    await open(page, paths.group(group.id));
    await page.route(/\/assets\/dialog-.*\.js/, (route) => route.abort());
    await page.route(paths.group(group.id), (route) => route.abort());
    await page.getByRole('button', { name: 'Leave Group' }).click();
    await expectToast(page, 'Something went wrong');
    await expect(heading(page)).toHaveText(group.name);
    await page.unrouteAll();
    await tryAgain(page).click();
    await expect(async () => {
      // A browser that caches failed scripts reloads the document.
      if (!(await page.getByRole('alertdialog').isVisible()))
        await page.getByRole('button', { name: 'Leave Group' }).click({ timeout: 1000 });
      await expect(page.getByRole('alertdialog')).toBeVisible({ timeout: 1000 });
    }).toPass();
  });

  test('of an older build reloads the document once', wide, async ({ page }) => {
    await open(page, paths.events);
    const documents: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    await page.route(/\/assets\/groups-page-.*\.js/, (route) =>
      route.fulfill({ status: 404, body: 'Not found' }),
    );
    await header(page).getByRole('link', { name: 'Discover Groups' }).click();
    await expect(page).toHaveURL(paths.groups);
    await expect(heading(page)).toHaveText('Discover Groups');
    await page.waitForLoadState('networkidle');
    expect(documents).toEqual([paths.groups]);
  });
});

test('a page that throws keeps header and footer, shows a message, and Back works', async ({
  page,
}) => {
  const event = await eventIn(page.request, places.rsvp);
  await open(page, paths.events);
  await page.route(`**/api/events/${event.id}`, (route) =>
    route.fulfill({ json: { id: event.id, title: 5 } }),
  );
  await page.evaluate((path) => window.history.pushState(null, '', path), paths.event(event.id));
  await expect(heading(page)).toHaveText('Something went wrong');
  await expect(header(page)).toBeVisible();
  await expect(footer(page)).toBeVisible();
  await page.unrouteAll();
  await page.goBack();
  await expect(heading(page)).toHaveText('Explore Events');
});

test.describe('offline', () => {
  test('an RSVP waits in view, and can be given up', async ({ page }) => {
    await openAsMember(page);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Attend Event' }).click();
    await expectToast(page, "You're offline");
    await toast(page).getByRole('button', { name: 'Cancel' }).click();
    await expectToast(page, 'RSVP failed', "You're offline, so nothing was sent.");
    await expect(page.getByRole('button', { name: 'Attend Event' })).toBeEnabled();
    await expect(heading(page)).toBeVisible();
    await expect(header(page)).toBeVisible();
  });
});

for (const { where, lose, restore, notice, sentence } of [
  {
    where: 'offline',
    lose: (page: Page) => page.context().setOffline(true),
    restore: (page: Page) => page.context().setOffline(false),
    notice: "You're offline",
    sentence: "You're offline, so nothing was sent.",
  },
  {
    where: 'while the server is down',
    lose: (page: Page) => page.route('**/*', (route) => route.abort()),
    restore: (page: Page) => page.unrouteAll(),
    notice: "We can't reach the site",
    sentence: "We couldn't reach the site, so nothing was sent.",
  },
]) {
  test.describe(`${where}, a comment`, () => {
    test.use({ viewport: { width: 390, height: 800 } });

    /** Sends a comment that can't arrive; the function returns how many of it arrived. */
    async function postLost(page: Page) {
      const { id } = await openAsMember(page, places.comments);
      const words = `Shall I bring biscuits? ${newEmail()}`;
      await page.getByLabel('Your comment').fill(words);
      await lose(page);
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await expectToast(page, notice);
      return {
        words,
        arrived: async () => {
          const params = { id };
          const all = await readAll(page.request, 'GET /api/events/:id/comments', { params });
          return all.filter(({ content }) => content === words).length;
        },
      };
    }

    test(
      'waits in view, and is sent once when it can be',
      wideExcept(where === 'offline'),
      async ({ page }) => {
        const { arrived } = await postLost(page);
        const form = page.locator('form').filter({ has: page.getByLabel('Your comment') });
        await expect(form).toContainText(notice);
        await restore(page);
        await expectToast(page, 'Comment posted');
        await expect(form).not.toContainText(notice);
        expect(await arrived()).toBe(1);
      },
    );

    test(
      'is not sent once it is given up, and its text stays',
      wideExcept(where === 'offline'),
      async ({ page }) => {
        const { words, arrived } = await postLost(page);
        await toast(page).getByRole('button', { name: 'Cancel' }).click();
        await expectToast(page, 'Error', sentence);
        await expect(page.getByLabel('Your comment')).toHaveValue(words);
        await restore(page);
        await reload(page);
        await expect(page.getByLabel('Your comment')).toHaveValue(words);
        expect(await arrived()).toBe(0);
      },
    );
  });
}

test.describe('unreadable data never looks missing', () => {
  for (const { kind, path, call } of [
    {
      kind: 'event',
      path: async (page: Page) => paths.event((await eventIn(page.request, places.rsvp)).id),
      call: /\/api\/events\/\d+$/,
    },
    {
      kind: 'group',
      path: async (page: Page) => paths.group((await groupNamed(page.request, places.rsvp)).id),
      call: /\/api\/groups\/\d+$/,
    },
  ]) {
    test(
      `and offers a retry for ${kind === 'event' ? 'an' : 'a'} ${kind}`,
      wideExcept(kind === 'event'),
      async ({ page }) => {
        const address = await path(page);
        await open(page, paths.about);
        await page.route(call, (route) =>
          route.fulfill({ status: 500, json: { code: 'internal' } }),
        );
        await page.evaluate((to) => window.history.pushState(null, '', to), address);
        await expect(heading(page)).toHaveText(`This ${kind} can't be shown right now`);
        await page.unrouteAll();
        await tryAgain(page).click();
        await expect(heading(page)).not.toContainText('right now');
      },
    );
  }
});

test.describe('a session that ends during a comment', () => {
  test('leaves the box and its text, and ‘Log In’ returns to them', async ({ page }) => {
    const { email } = await register(page.context());
    const event = await eventIn(page.request, places.comments);
    await join(page.request, event.groupId);
    await open(page, paths.event(event.id));
    const words = 'Shall I bring the biscuits?';
    const box = page.getByLabel('Your comment');
    await box.fill(words);
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(main(page).getByRole('alert')).toContainText("You've been signed out");
    await expect(box).toHaveValue(words);
    await main(page).getByRole('alert').getByRole('link', { name: 'Log In' }).click();
    await logIn(page, email);
    await expect(heading(page)).toHaveText(event.title);
    await expect(box).toHaveValue(words);
    await expect(box).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeEnabled();
  });
});

test.describe('endings', () => {
  test('a place given up by accident comes back from the toast', async ({ page }) => {
    await openAsMember(page);
    await page.getByRole('button', { name: 'Attend Event' }).click();
    await page.getByRole('button', { name: 'Going ✓' }).click();
    await expectToast(page, 'Success!', "You've canceled your RSVP");
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Going ✓' })).toBeEnabled();
  });

  test('joining keeps the focus in the page, or in the card', wide, async ({ page }) => {
    await register(page.context());
    const group = await groupNamed(page.request, places.membershipByCard);
    await open(page, `${paths.groups}?q=${encodeURIComponent(group.name)}`);
    const own = card(page, paths.group(group.id));
    await own.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(own.getByText('Member', { exact: true })).toBeVisible();
    await expect(own.getByRole('link')).toBeFocused();
  });

  test('the phone’s menu closes by Escape and gives the focus back', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await open(page, paths.events);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
  });
});

test("an event opened from a card shows the card's data at once", wide, async ({ page }) => {
  const event = await eventIn(page.request, places.rsvp);
  await open(page, `${paths.events}?q=${encodeURIComponent(event.title)}`);
  await page.route(`**/api/events/${event.id}`, () => undefined);
  await card(page, paths.event(event.id)).getByRole('link').first().click();
  await expect(heading(page)).toHaveText(event.title);
  await expect(main(page).locator('time').first()).toBeVisible();
  await expect(main(page)).toContainText(event.town ?? '');
});

test('the old page stays until the new one is ready', wide, async ({ page }) => {
  await open(page, paths.events);
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(/\/assets\/about-page-.*\.js/, async (route) => {
    await promise;
    await route.continue();
  });
  await header(page).getByRole('link', { name: 'About Us' }).click();
  await expect(page.getByRole('status').getByText('Loading...')).toBeAttached();
  await expect(heading(page)).toHaveText('Explore Events');
  arrive();
  await expect(page).toHaveURL(paths.about);
  await expect(page.getByRole('status').getByText('Loading...')).toHaveCount(0);
});
