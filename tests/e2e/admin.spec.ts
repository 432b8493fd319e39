import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { read, send, siteAddress } from './support/api.ts';
import { addEvent, newGroup, newMember, uniqueName } from './support/hosts.ts';
import { expectToast, heading, main, open } from './support/pages.ts';
import { showWaiting } from './support/reviewing.ts';
import { pendingMessages, pendingCommentTexts, password, signIn } from './support/people.ts';
import { expectTab, join } from './support/places.ts';
import { expect, refusals, test } from './support/test.ts';

test.describe('the admin panel', () => {
  test.describe('for a member', () => {
    test.use({ as: 'member' });

    test('has no link, and its address leads to the dashboard', async ({ page }) => {
      await open(page, paths.adminTab('users'));
      await expect(page).toHaveURL(paths.dashboard);
      await expect(page.locator('a[href^="/admin"]')).toHaveCount(0);
    });
  });

  test.describe('for an admin', () => {
    test.use({ as: 'admin' });

    test("has links in the header, a phone's menu and the profile, and nine tabs with an address each", async ({
      page,
    }) => {
      await open(page, paths.dashboard);
      await expect(main(page).getByRole('link', { name: 'Admin Panel' })).toBeVisible();
      await page.setViewportSize({ width: 320, height: 640 });
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expect(page.getByRole('link', { name: adminLink })).toBeVisible();
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('banner').getByRole('link', { name: adminLink }).click();
      await expect(page).toHaveURL(paths.admin);
      await expect(heading(page)).toHaveText('Admin Panel');
      const names = [
        'Analytics',
        'Users',
        'Groups',
        'Events',
        'Comments',
        'Reports',
        'Complaints',
        'Safety',
        'Settings',
      ];
      await expect(page.getByRole('tab')).toHaveText(names.map(beginningWith));
      await page.getByRole('tab', { name: 'Users' }).click();
      await expect(page).toHaveURL(paths.adminTab('users'));
      await open(page, paths.adminTab('comments'));
      await expectTab(page, 'Comments');
    });

    test(
      'on a phone starts with pending items, and its tabs scroll in one line',
      wide,
      async ({ page }) => {
        await page.setViewportSize({ width: 390, height: 844 });
        const { items } = await read(page.request, 'GET /api/admin/queue');
        expect(items.length).toBeGreaterThan(2);
        await open(page, paths.admin);
        const list = main(page).getByRole('region', { name: 'To do' }).getByRole('listitem');
        await expect(list).toHaveCount(items.length);
        await expect(list.first()).toContainText(items[0]?.title ?? '');
        await expect(list.first().getByRole('link')).toBeInViewport();
        await expect(page.getByRole('tab', { name: 'Analytics' })).toBeInViewport({ ratio: 1 });
        const tops = await page
          .getByRole('tab')
          .evaluateAll((tabs) => tabs.map((tab) => Math.round(tab.getBoundingClientRect().top)));
        expect(new Set(tops).size).toBe(1);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
        await list
          .getByRole('link', { name: /^Review group: / })
          .first()
          .click();
        await expect(page).toHaveURL(paths.adminTab('groups'));
        await expect(main(page).getByRole('region', { name: 'To do' })).toHaveCount(0);
        await open(page, paths.adminTab('settings'));
        await expect(page.getByRole('tab', { name: 'Settings' })).toBeInViewport({ ratio: 1 });
      },
    );
  });
});

/** The names of links to the admin panel contain the count of pending items. */
const adminLink = /^Admin(?! Panel)/;
const beginningWith = (name: string) => new RegExp(`^${name}`);

const search = (page: Page, words: string) =>
  page.getByRole('searchbox', { name: 'Search' }).fill(words);

const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });

async function choose(page: Page, words: string, item: string): Promise<void> {
  await row(page, words)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

const confirm = (page: Page, label: string) =>
  page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: label, exact: true })
    .click();

test.describe('the admin’s tabs', () => {
  test.use({ as: 'admin', expectedNoise: refusals });

  test('Users: an admin changes a role, bans with a reason, deletes an account', async ({
    page,
    browser,
  }) => {
    const { email, context: theirs } = await newMember(browser, 'Isolde');
    await open(page, paths.adminTab('users'));
    await search(page, email);
    await expect(page.getByRole('rowheader')).toHaveCount(1);
    const theirRow = row(page, email);

    await choose(page, email, 'Make admin');
    await confirm(page, 'Make admin');
    await expectToast(page, 'User role updated successfully');
    await expect(theirRow).toContainText('Admin');
    await choose(page, email, 'Remove admin role');
    await confirm(page, 'Remove role');
    await expect(theirRow).toContainText('Member');

    await choose(page, email, 'Ban');
    await page.getByLabel('Reason').fill('Selling tickets in the comments.');
    await confirm(page, 'Ban');
    await expectToast(page, 'User status updated successfully');
    await expect(theirRow).toContainText('Banned');
    expect(await read(theirs.request, 'GET /api/user')).toEqual({});
    await choose(page, email, 'Unban');
    await confirm(page, 'Unban');
    await expect(theirRow).toContainText('Active');
    await signIn(theirs, email);

    await choose(page, email, 'Delete');
    await expect(page.getByRole('alertdialog')).toContainText(
      '0 memberships, 0 RSVPs and 0 comments',
    );
    await page.route('**/api/admin/users/*', (route) =>
      route.fulfill({ status: 409, json: { code: 'conflict', message: 'Not now.' } }),
    );
    await confirm(page, 'Delete user');
    await expectToast(page, 'Failed to delete user: 409', 'Not now.');
    await page.unroute('**/api/admin/users/*');
    await choose(page, email, 'Delete');
    await confirm(page, 'Delete user');
    await expectToast(page, 'User deleted successfully');
    await expect(theirRow).toHaveCount(0);
    const answer = await theirs.request.post('/api/login', {
      headers: { origin: siteAddress() },
      data: { email: email, password },
    });
    expect(answer.status()).toBe(401);
  });

  test(
    'Groups: an admin approves one, rejects one with ready words, appoints an organiser, deletes one',
    wide,
    async ({ page, browser }) => {
      const { email, context: theirs } = await newMember(browser, 'Tamsin');
      const { id, name: good } = await newGroup(theirs);
      const { id: unclearId, name: unclear } = await newGroup(theirs);

      await open(page, paths.adminTab('groups'));
      const queue = page.getByRole('region', { name: 'Waiting for review' });
      const waiting = queue.getByRole('article').filter({ hasText: good });
      await showWaiting(page, waiting);
      await expect(waiting).toContainText('Waiting less than an hour');
      await expect(waiting).toContainText(email);
      await waiting.getByRole('button', { name: `Approve ${good}` }).click();
      await expectToast(page, `${good} has been approved`);
      await expect(waiting).toHaveCount(0);

      await showWaiting(page, queue.getByRole('article').filter({ hasText: unclear }));
      await queue.getByRole('button', { name: `Reject ${unclear}` }).click();
      await page.getByLabel('Start from').selectOption('Where you meet');
      await expect(page.getByLabel('Reason')).toHaveValue(/^Please say which town/);
      await confirm(page, 'Reject group');
      await expectToast(page, `${unclear} has been rejected`);
      const rejected = await read(theirs.request, 'GET /api/groups/:id', {
        params: { id: unclearId },
      });
      expect(rejected.statusReason).toMatch(/^Please say which town/);

      const { context: heir } = await newMember(browser, 'Piran');
      await join(heir.request, id);
      const { user } = await read(theirs.request, 'GET /api/user');
      const answer = await page.request.delete(`/api/admin/users/${user?.id}`, {
        headers: { origin: siteAddress() },
      });
      expect(answer.status()).toBe(204);
      await open(page, `${paths.adminTab('groups')}&show=unled`);
      await expect(row(page, good)).toContainText('No organiser');
      await choose(page, good, 'Appoint an organiser');
      await page.getByRole('radio', { name: 'Piran' }).check();
      await confirm(page, 'Appoint organiser');
      await expectToast(page, `${good} has an organiser`);
      await expect(row(page, good)).toHaveCount(0);

      await open(page, paths.adminTab('groups'));
      await search(page, good);
      await expect(page.getByRole('rowheader')).toHaveCount(1);
      await choose(page, good, 'Delete');
      await expect(page.getByRole('alertdialog')).toContainText('1 membership and 0 events');
      await confirm(page, 'Delete group');
      await expectToast(page, 'Group deleted successfully');
      await expect(page.getByText('No groups found')).toBeVisible();
      expect((await page.request.get(`/api/groups/${id}`)).status()).toBe(404);
    },
  );

  test(
    'Events and Comments: an admin finds, opens and deletes them',
    wide,
    async ({ page, browser }) => {
      const { context: theirs } = await newMember(browser, 'Wilf');
      const group = await newGroup(theirs);
      const title = uniqueName('Up the old road');
      const eventId = await addEvent(theirs, group.id, { title });
      const words = uniqueName('Bring a flask');
      await send(theirs.request, 'POST /api/events/:id/comments', {
        params: { id: eventId },
        body: { content: words },
      });

      await open(page, paths.adminTab('comments'));
      await search(page, words);
      await expect(page.getByRole('rowheader')).toHaveCount(1);
      await expect(row(page, words).getByRole('link', { name: title })).toHaveAttribute(
        'href',
        paths.event(eventId),
      );
      await choose(page, words, 'Delete');
      await confirm(page, 'Delete comment');
      await expectToast(page, 'Comment deleted successfully');
      await expect(page.getByText('No comments found')).toBeVisible();

      await page.getByRole('tab', { name: 'Events' }).click();
      await search(page, title);
      await expect(page.getByRole('rowheader')).toHaveCount(1);
      await choose(page, title, 'Delete');
      await confirm(page, 'Delete event');
      await expectToast(page, 'Event deleted successfully');
      await expect(page.getByText('No events found')).toBeVisible();
      expect((await page.request.get(`/api/events/${eventId}`)).status()).toBe(404);
    },
  );

  test(
    'Pending comments: an admin releases one, which appears under its event, and deletes one',
    wide,
    async ({ page }) => {
      await open(page, paths.adminTab('comments'));
      const queue = page.getByRole('region', { name: 'Waiting for review' });
      const waiting = (words: string) => queue.getByRole('article').filter({ hasText: words });
      const { welcome, unwelcome } = pendingCommentTexts;
      const place = waiting(welcome).getByRole('link');
      const event = (await place.getAttribute('href')) ?? '';

      await waiting(unwelcome)
        .getByRole('button', { name: /^Delete/ })
        .click();
      await expectToast(page, 'Comment deleted successfully');
      await expect(waiting(unwelcome)).toHaveCount(0);
      await expect(queue).toBeFocused();
      await waiting(welcome)
        .getByRole('button', { name: /^Release/ })
        .click();
      await expectToast(page, 'Comment released');
      await expect(waiting(welcome)).toHaveCount(0);

      await open(page, event);
      await expect(main(page).getByText(welcome)).toBeVisible();
      await expect(main(page).getByText(unwelcome)).toHaveCount(0);
    },
  );

  test(
    'Pending messages: an admin releases one, which appears in its group, and drops one',
    wide,
    async ({ page }) => {
      await open(page, paths.adminTab('comments'));
      const held = page.getByRole('region', { name: 'Messages to members' });
      const { welcome, unwelcome } = pendingMessages;
      const waiting = ({ subject }: { subject: string }) =>
        held.getByRole('article').filter({ hasText: subject });
      const group = (await waiting(welcome).getByRole('link').getAttribute('href')) ?? '';

      await held.getByRole('button', { name: `Delete the message ${unwelcome.subject}` }).click();
      await expectToast(page, 'Message deleted');
      await expect(waiting(unwelcome)).toHaveCount(0);
      await expect(held).toBeFocused();
      await waiting(welcome)
        .getByRole('button', { name: /^Clean up spam of / })
        .click();
      await expect(page.getByText('Ban and remove everything they wrote?')).toBeVisible();
      await page.keyboard.press('Escape');
      await waiting(welcome)
        .getByRole('button', { name: /^Release/ })
        .click();
      await expectToast(page, 'Message released');
      await expect(waiting(welcome)).toHaveCount(0);

      const params = { id: Number(group.split('/').at(-1)) };
      const sent = await read(page.request, 'GET /api/groups/:id/messages', { params });
      const stateOf = ({ subject }: { subject: string }) =>
        sent.find((message) => message.subject === subject)?.state;
      expect(['waiting', 'sent']).toContain(stateOf(welcome));
      expect(stateOf(unwelcome)).toBeUndefined();
    },
  );
});
