import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { read, send } from './support/api.ts';
import { about, approve, createFarEvent, fillEvent, ownGroup } from './support/hosts.ts';
import { expectToast, heading, main, open } from './support/pages.ts';
import { register } from './support/people.ts';
import { card, eventIn, join, places } from './support/places.ts';
import { expect, lostCalls, refusals, test } from './support/test.ts';
import { hour } from '#contract/platform/durations.ts';

const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

test.describe('the group page', () => {
  test('has its messages when it has no events', async ({ page }) => {
    await open(page, paths.group((await ownGroup(page.context())).id));
    await page.getByRole('tab', { name: 'Events' }).click();
    await expect(main(page).getByRole('heading', { name: 'No upcoming events' })).toBeVisible();
    await expect(main(page)).toContainText("This group hasn't scheduled any events yet.");
  });
});

test.describe('creating is refused', () => {
  test('signed out, with ‘Authentication Required’ and a Sign In link to /api/login', async ({
    page,
  }) => {
    await open(page, '/group-draft-preview');
    await expect(heading(page)).toHaveText('Authentication Required');
    const link = main(page).getByRole('link', { name: 'Sign In', exact: true });
    await expect(link).toHaveAttribute('href', /^\/api\/login/);
  });

  test('to a member without a group, with ‘You Need to be a Group Organizer’ and a link to /create-group', async ({
    page,
  }) => {
    await register(page.context());
    await open(page, paths.createEvent);
    await expect(heading(page)).toHaveText('You Need to be a Group Organizer');
    await expect(main(page).locator('a[href="/create-group"]')).toBeVisible();
  });
});

test('My events: both empty tabs link to /events, and full ones have pages', async ({ page }) => {
  await register(page.context());
  await open(page, paths.myEvents);
  await expect(main(page)).toContainText('No upcoming events');
  await expect(main(page).locator('a[href="/events"]')).toBeVisible();
  await page.getByRole('tab', { name: 'Past' }).click();
  await expect(main(page)).toContainText('No past events');
  await expect(main(page).locator('a[href="/events"]')).toBeVisible();

  const events = await read(page.request, 'GET /api/events', { query: { limit: 40 } });
  const soon = Date.now() + hour;
  const taken = new Set<string>(Object.values(places));
  const chosen = events
    .filter(({ startTime, group }) => Date.parse(startTime) > soon && !taken.has(group.name))
    .slice(0, 10);
  for (const { id, groupId } of chosen) {
    await join(page.request, groupId);
    await send(page.request, 'POST /api/events/:id/rsvps', { params: { id }, body: {} });
  }
  await open(page, paths.myEvents);
  const titles = main(page).getByRole('article').getByRole('heading');
  await expect(titles).toHaveText(chosen.slice(0, 9).map(({ title }) => title));
  await main(page).getByRole('link', { name: 'Load More Events' }).click();
  await expect(titles).toHaveText(chosen.map(({ title }) => title));
});

test('a comment by an unknown author shows ‘User’', wide, async ({ page }) => {
  await register(page.context());
  const event = await eventIn(page.request, places.comments);
  await join(page.request, event.groupId);
  const content = `A word from nobody ${randomUUID()}`;
  await send(page.request, 'POST /api/events/:id/comments', {
    params: { id: event.id },
    body: { content },
  });
  await page.route(`**/api/events/${event.id}/comments?*`, async (route) => {
    const answer = await route.fetch();
    const comments = (await answer.json()) as { content: string; author: unknown }[];
    const nameless = comments.map((each) =>
      each.content === content ? { ...each, author: null } : each,
    );
    await route.fulfill({ response: answer, json: nameless });
  });
  await open(page, `/events?q=${encodeURIComponent(event.title)}`);
  await card(page, paths.event(event.id)).getByRole('link').click();
  const comments = page.getByRole('region', { name: 'Comments' });
  await expect(comments.getByRole('listitem').filter({ hasText: content })).toContainText('User');
});

test.describe('when a call fails on the way', () => {
  test.use({ expectedNoise: new RegExp(`${lostCalls.source}|${refusals.source}`) });

  test(
    'an event shows ‘Failed to create event. Please try again.’, and signed out ‘Please sign in to create an event’',
    wide,
    async ({ page }) => {
      await open(page, paths.createEventIn((await ownGroup(page.context())).id));
      await fillEvent(page);
      await page.route('**/api/events', (route) => route.abort());
      await createFarEvent(page);
      await expectToast(page, 'Event not created', 'Failed to create event. Please try again.');
      await page.unroute('**/api/events');
      await page.context().clearCookies();
      await button(page, 'Create Event').click();
      await expectToast(page, 'Authentication required', 'Please sign in to create an event');
    },
  );

  test(
    'a group shows ‘Failed to update group. Please try again.’, then ‘Your group has been updated successfully’',
    wide,
    async ({ page, browser }) => {
      const { id } = await ownGroup(page.context());
      await approve(browser, id);
      await open(page, paths.group(id));
      await button(page, 'Edit group').click();
      const dialog = page.getByRole('dialog', { name: 'Edit group' });
      const save = dialog.getByRole('button', { name: 'Save changes' });
      await dialog.getByLabel('Description').fill(`${about} All are welcome.`);
      await page.route(`**/api/groups/${id}`, (route) => route.abort());
      await save.click();
      // An open dialog hides the rest from assistive technology, so this locator uses no role.
      await expect(
        page.getByText('Failed to update group. Please try again.').first(),
      ).toBeVisible();
      await page.unroute(`**/api/groups/${id}`);
      await save.click();
      await expectToast(page, 'Your group has been updated successfully');
    },
  );
});
