import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test';
import { feedPaths } from '#contract/events/feed-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { read, send } from './support/api.ts';
import { newContext } from './support/hosts.ts';
import { expectToast, heading, delayAnswers, main, open, reload } from './support/pages.ts';
import { demoEmail, register, signIn, type DemoName } from './support/people.ts';
import { attend, card, join } from './support/places.ts';
import { expect, lostCalls, test } from './support/test.ts';

const about = 'A caller shows each dance first, so nobody need know the steps before they come.';
const venue = 'The long room, 3 Weirside, Bewdley';
const dialog = (page: Page) => page.getByRole('alertdialog');
const comments = (page: Page) => page.getByRole('region', { name: 'Comments' });
const comment = (page: Page, words: string) =>
  comments(page).getByRole('listitem').filter({ hasText: words });

interface Times {
  startTime?: string;
  endTime?: string;
}

const summer = { startTime: '2031-06-14T18:30:00.000Z', endTime: '2031-06-14T21:00:00.000Z' };
const winter = { startTime: '2031-12-13T19:30:00.000Z', endTime: '2031-12-13T22:00:00.000Z' };

/** Creates an event for each test, in a group of the demo's organiser. */
async function newEvent(request: APIRequestContext, times: Times = {}) {
  const groups = await read(request, 'GET /api/user/groups');
  const group = groups.find(
    ({ membership, status, joinPolicy }) =>
      membership?.isOrganizer && status === 'approved' && joinPolicy === 'open',
  );
  if (!group) throw new Error('the demo’s organiser has no open group');
  const title = `Barn dance ${randomUUID().slice(0, 8)}`;
  await send(request, 'POST /api/events', {
    body: {
      title,
      description: about,
      imageUrl: '',
      location: venue,
      town: 'Bewdley',
      categoryId: 5,
      groupId: group.id,
      ...summer,
      ...times,
    },
  });
  const [event] = await read(request, 'GET /api/events', { query: { q: title } });
  if (!event) throw new Error('the event is not listed');
  return event;
}

/** Opens a page for another person. */
async function pageFor(browser: Browser, who?: DemoName): Promise<Page> {
  const context = await newContext(browser);
  if (who) await signIn(context, demoEmail(who));
  return context.newPage();
}

async function post(page: Page, words: string): Promise<Locator> {
  await page.getByLabel('Your comment').fill(words);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(comment(page, words)).toBeVisible();
  return comment(page, words);
}

test.describe('an organiser', () => {
  test.use({ as: 'organiser' });

  test('changes the time: the page first says who is notified, then ‘Event updated’, in London time', async ({
    page,
    browser,
  }) => {
    const event = await newEvent(page.request);
    const attendee = await pageFor(browser);
    await register(attendee.context());
    await join(attendee.request, event.groupId);
    await attend(attendee.request, event.id);

    await open(page, paths.event(event.id));
    await expect(main(page)).toContainText('Saturday, June 14, 2031 • 7:30 PM – 10:00 PM');
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(page).toHaveURL(`/events/${event.id}/edit`);
    await expect(heading(page)).toHaveText('Edit event');
    await expect(page.getByLabel('Event title')).toHaveValue(event.title);
    await expect(page.getByLabel('Start time: day')).toHaveValue('2031-06-14');
    await expect(page.getByLabel('Start time: time')).toHaveValue('19:30');
    await expect(main(page)).toContainText("we'll email everyone who is going");
    await expect(main(page)).toContainText('(1 attendee)');

    await page.getByLabel('Start time: day').fill('2031-12-13');
    await expect(page.getByLabel('End time: day')).toHaveValue('2031-12-13');
    await reload(page);
    await expect(page.getByLabel('Start time: day')).toHaveValue('2031-12-13');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Event updated');
    await expect(page).toHaveURL(paths.event(event.id));
    await expect(main(page)).toContainText('Saturday, December 13, 2031 • 7:30 PM – 10:00 PM');

    const { startTime, endTime, location } = await read(page.request, 'GET /api/events/:id', {
      params: { id: event.id },
    });
    expect({ startTime, endTime, location }).toEqual({ ...winter, location: venue });
    await open(attendee, paths.event(event.id));
    await expect(main(attendee)).toContainText('Saturday, December 13, 2031 • 7:30 PM');
    await expect(attendee.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
    await attendee.context().close();
  });

  test("on a phone edits an event, and its entry in the group's feed is newer", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const event = await newEvent(page.request);
    const updated = async () => {
      const feed = await (await page.request.get(feedPaths.group(event.groupId))).text();
      const entry = feed.split('<entry>').find((text) => text.includes(event.title)) ?? '';
      return Date.parse(/<updated>([^<]+)/.exec(entry)?.[1] ?? '');
    };
    const before = await updated();
    await open(page, `/events/${event.id}/edit`);
    await page.getByLabel('Description').fill(`${about} Bring a friend.`);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Event updated');
    expect(await updated()).toBeGreaterThan(before);
  });

  test("can't save an end before the start: ‘Invalid time range’", async ({ page }) => {
    const event = await newEvent(page.request);
    await open(page, `/events/${event.id}/edit`);
    await page.getByLabel('End time: time').fill('18:00');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Invalid time range', 'End time must be after start time');
    await expect(page).toHaveURL(`/events/${event.id}/edit`);
    await page.getByRole('link', { name: 'Discard changes' }).click();
    await open(page, `/events/${event.id}/edit`);
    await expect(page.getByLabel('End time: time')).toHaveValue('22:00');
  });

  test(
    'finds a town by its first letters, in a list that names its source',
    wide,
    async ({ page }) => {
      const event = await newEvent(page.request);
      await open(page, `/events/${event.id}/edit`);
      const town = page.getByRole('combobox', { name: 'Town' });
      await town.fill('Ludl');
      await page.getByRole('option', { name: /^Ludlow/ }).click();
      await expect(town).toHaveValue('Ludlow');
      await expect(main(page)).toContainText('Place names: GeoNames, CC BY 4.0');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expectToast(page, 'Event updated');
      const stranger = await page.request.get(`/api/events/${event.id}`, {
        headers: { cookie: '' },
      });
      expect(await stranger.json()).toMatchObject({ town: 'Ludlow', locationHidden: true });
    },
  );

  test('copies an event to the same hours a week later', async ({ page }) => {
    const event = await newEvent(page.request);
    await open(page, paths.event(event.id));
    await page.getByRole('link', { name: 'Copy', exact: true }).click();
    await expect(page).toHaveURL(`/create-event?groupId=${event.groupId}&copy=${event.id}`);
    await expect(page.getByLabel('Event title')).toHaveValue(event.title);
    await expect(page.getByLabel('Description')).toHaveValue(about);
    await expect(page.getByLabel('Location')).toHaveValue(venue);
    await expect(page.getByLabel('Category')).toHaveValue('5');
    await expect(page.getByLabel('Start time: day')).toHaveValue('2031-06-21');
    await expect(page.getByLabel('End time: time')).toHaveValue('22:00');
    await main(page).getByRole('button', { name: 'Create Event' }).click();
    await expectToast(page, 'Your event has been created successfully');
    await expect(heading(page)).toHaveText(event.title);
    await expect(main(page)).toContainText('Saturday, June 21, 2031 • 7:30 PM – 10:00 PM');
    expect(new URL(page.url()).pathname).not.toBe(paths.event(event.id));
    await expect(main(page)).toContainText('Your event is live');
    await expect(
      main(page)
        .getByRole('button', { name: /^Share / })
        .first(),
    ).toBeVisible();
  });

  test('cancels after one question: the attendee’s page shows ‘Cancelled’ and alternatives', async ({
    page,
    browser,
  }) => {
    const event = await newEvent(page.request);
    const attendee = await pageFor(browser);
    await register(attendee.context());
    await join(attendee.request, event.groupId);
    await attend(attendee.request, event.id);

    await open(page, paths.event(event.id));
    const ask = page.getByRole('button', { name: 'Cancel event' });
    await ask.click();
    await expect(dialog(page)).toContainText(`Cancel ${event.title}?`);
    await expect(dialog(page)).toContainText("We'll email everyone who is going");
    await dialog(page).getByRole('button', { name: 'Keep it' }).click();
    await expect(ask).toBeFocused();
    await ask.click();
    await dialog(page).getByRole('button', { name: 'Cancel event' }).click();
    await expectToast(page, 'Event cancelled', "We'll email everyone who was going.");
    await expect(main(page).getByText('Cancelled', { exact: true }).first()).toBeVisible();
    await expect(ask).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Copy this event' })).toBeVisible();

    await open(attendee, paths.event(event.id));
    await expect(main(attendee).getByText('Cancelled', { exact: true }).first()).toBeVisible();
    await expect(main(attendee)).toContainText('This event has been cancelled');
    await expect(attendee.getByRole('button', { name: 'Going ✓' })).toHaveCount(0);
    await expect(attendee.getByText('Add to calendar')).toHaveCount(0);
    const next = attendee.getByRole('region', { name: /^What's next at / });
    expect(await next.getByRole('article').count()).toBeLessThanOrEqual(3);
    await expect(next.getByRole('article').first()).toBeVisible();
    await open(attendee, '/my-events');
    await expect(card(attendee, paths.event(event.id))).toContainText('Cancelled');
    await attendee.context().close();

    await open(page, `/events/${event.id}/edit`);
    await expect(heading(page)).toHaveText("This event can't be edited");
    await expect(main(page)).toContainText("It's been cancelled.");
  });

  test('posts after a full page: the newest is in view with the focus', wide, async ({ page }) => {
    const event = await newEvent(page.request);
    for (let count = 1; count <= 21; count++) {
      await send(page.request, 'POST /api/events/:id/comments', {
        params: { id: event.id },
        body: { content: `Remark number ${count}.` },
      });
    }
    await open(page, paths.event(event.id));
    const more = page.getByRole('button', { name: 'Earlier comments' });
    await expect(more).toBeVisible();
    const own = await post(page, 'The last word, with www.example.org in it');
    await expect(own).toBeInViewport();
    await expect(own).toBeFocused();
    await more.click();
    await expect(more).toHaveCount(0);
    await expect(comments(page).getByRole('listitem')).toHaveCount(22);
    await expect(comments(page).getByRole('listitem').last()).toContainText('The last word');
  });
});

test.describe('a member', () => {
  test('deletes only their own comments; after a failed call, the comment stays', async ({
    page,
    browser,
  }) => {
    const organiser = await pageFor(browser, 'organiser');
    const event = await newEvent(organiser.request);
    await send(organiser.request, 'POST /api/events/:id/comments', {
      params: { id: event.id },
      body: { content: 'Bring a cushion' },
    });
    await organiser.context().close();
    await register(page.context());
    await join(page.request, event.groupId);
    await open(page, paths.event(event.id));
    await expect(
      comment(page, 'Bring a cushion').getByRole('button', { name: /^Delete/ }),
    ).toHaveCount(0);
    const own = await post(page, 'Is there parking?');
    const letDelete = await delayAnswers(page, /\/comments\/\d+$/, 'DELETE');
    await own.getByRole('button', { name: /^Delete/ }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Deleting...' })).toBeVisible();
    letDelete();
    await expectToast(page, 'Comment deleted successfully');
    await expect(comment(page, 'Is there parking?')).toHaveCount(0);
  });

  test.describe('whose call fails on the way', () => {
    test.use({ expectedNoise: lostCalls });

    test('reads ‘Failed to delete comment. Please try again.’', wide, async ({ page, browser }) => {
      const organiser = await pageFor(browser, 'organiser');
      const event = await newEvent(organiser.request);
      await organiser.context().close();
      await register(page.context());
      await join(page.request, event.groupId);
      await open(page, paths.event(event.id));
      const own = await post(page, 'I can bring scones');
      await page.route(/\/comments\/\d+$/, (route) => route.abort());
      await own.getByRole('button', { name: /^Delete/ }).click();
      await dialog(page).getByRole('button', { name: 'Delete' }).click();
      await expectToast(page, 'Comment not deleted', 'Please try again.');
      await expect(own).toBeVisible();
    });
  });
});

test(
  '‘Add to calendar’: UTC in summer and winter, one UID, the venue for permitted viewers',
  wide,
  async ({ page, browser }) => {
    const organiser = await pageFor(browser, 'organiser');
    const files: Record<string, string> = {};
    for (const [season, times] of Object.entries({ summer, winter })) {
      const event = await newEvent(organiser.request, times);
      const address = `/api/events/${event.id}/calendar.ics`;
      const file = await (await page.request.get(address)).text();
      const members = await (await organiser.request.get(address)).text();
      expect(file).not.toContain('Weirside');
      expect(members).toContain('Weirside');
      const uid = /^UID:event-\d+@\S+$/m.exec(file)?.[0];
      expect(uid).toContain(`event-${event.id}@`);
      expect(members).toContain(uid);
      files[season] = file;

      await open(page, paths.event(event.id));
      await page.getByText('Add to calendar', { exact: true }).click();
      const menu = page.getByRole('list', { name: 'Add to calendar' });
      const start = times.startTime.replace(/[-:]|\.000/g, '');
      const google = await menu.getByRole('link', { name: 'Google Calendar' }).getAttribute('href');
      expect(new URL(google ?? '').searchParams.get('dates')).toContain(`${start}/`);
      expect(google).not.toContain('Weirside');
      const download = page.waitForEvent('download');
      await menu.getByRole('link', { name: 'Calendar file (.ics)' }).click();
      expect((await download).suggestedFilename()).toBe(`event-${event.id}.ics`);
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
    }
    expect(files['summer']).toContain('DTSTART:20310614T183000Z');
    expect(files['winter']).toContain('DTSTART:20311213T193000Z');
    await organiser.context().close();
  },
);
