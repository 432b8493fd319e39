import type { APIRequestContext, Browser, Page } from '@playwright/test';
import type { EventCard } from '#contract/events/events.ts';
import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { read, send } from './support/api.ts';
import { addDemoEvent, demoEvent, newMember } from './support/hosts.ts';
import { expectToast, heading, delayAnswers, main, open, reload } from './support/pages.ts';
import { register } from './support/people.ts';
import { attend, card, join } from './support/places.ts';
import { expect, lostCalls, test } from './support/test.ts';

const about = 'A caller shows each dance first, so nobody need know the steps before they come.';
const venue = 'The long room, 3 Weirside, Bewdley';
const dialog = (page: Page) => page.getByRole('alertdialog');
const comments = (page: Page) => page.getByRole('region', { name: 'Comments' });
const comment = (page: Page, words: string) =>
  comments(page).getByRole('listitem').filter({ hasText: words });

const newEvent = (request: APIRequestContext) =>
  addDemoEvent(request, { description: about, location: venue, town: 'Bewdley', categoryId: 5 });

/** Lets somebody new attend an event, and opens a page for them. */
async function attendeeOf(browser: Browser, { id, groupId }: EventCard): Promise<Page> {
  const { context } = await newMember(browser, 'Robin');
  await join(context.request, groupId);
  await attend(context.request, id);
  return context.newPage();
}

test.describe('an organiser', () => {
  test.use({ as: 'organiser' });

  test('changes the time: the page first says who is notified, then ‘Event updated’, in London time', async ({
    page,
    browser,
  }) => {
    const event = await newEvent(page.request);
    const attendee = await attendeeOf(browser, event);

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
    expect({ startTime, endTime, location }).toEqual({
      startTime: '2031-12-13T19:30:00.000Z',
      endTime: '2031-12-13T22:00:00.000Z',
      location: venue,
    });
    await open(attendee, paths.event(event.id));
    await expect(main(attendee)).toContainText('Saturday, December 13, 2031 • 7:30 PM');
    await expect(attendee.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);
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

  test('copies an event to the same hours of a day that the page names', wide, async ({ page }) => {
    const event = await newEvent(page.request);
    await open(page, paths.event(event.id));
    await page.getByRole('link', { name: 'Copy', exact: true }).click();
    await expect(page).toHaveURL(`/create-event?groupId=${event.groupId}&copy=${event.id}`);
    await expect(page.getByLabel('Event title')).toHaveValue(event.title);
    await expect(page.getByLabel('Description')).toHaveValue(about);
    await expect(page.getByLabel('Location')).toHaveValue(venue);
    await expect(page.getByLabel('Category')).toHaveValue('5');
    await expect(page.getByLabel('Start time: day')).toHaveValue('2031-06-21');
    await expect(main(page)).toContainText('for Saturday, Jun 21, 2031, at the same time.');
    // Other tests have suppers of this group on that day, too.
    const clash = main(page).getByText(/already has “Supper [^”]+” at this time: Sat, Jun 14/);
    await expect(clash).toHaveCount(0);
    await page.getByLabel('Start time: day').fill('2031-06-14');
    await expect(clash).toBeVisible();
    await page.getByLabel('Start time: day').fill('2031-06-21');
    await expect(clash).toHaveCount(0);
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

  test(
    'cancels after one question: the attendee’s page shows ‘Cancelled’ and alternatives',
    wide,
    async ({ page, browser }) => {
      const event = await newEvent(page.request);
      const attendee = await attendeeOf(browser, event);

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

      await open(page, `/events/${event.id}/edit`);
      await expect(heading(page)).toHaveText("This event can't be edited");
      await expect(main(page)).toContainText("It's been cancelled.");
    },
  );
});

test.describe('a member', () => {
  test.use({ expectedNoise: lostCalls });

  test(
    'deletes only their own comments; after a failed call, the comment stays',
    wide,
    async ({ page, browser }) => {
      const { event, organiser } = await demoEvent(browser);
      await send(organiser.request, 'POST /api/events/:id/comments', {
        params: { id: event.id },
        body: { content: 'Bring a cushion' },
      });
      await register(page.context());
      await join(page.request, event.groupId);
      await open(page, paths.event(event.id));
      await expect(
        comment(page, 'Bring a cushion').getByRole('button', { name: /^Delete/ }),
      ).toHaveCount(0);
      await page.getByLabel('Your comment').fill('Is there parking?');
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      const own = comment(page, 'Is there parking?');
      const deleteOwn = async () => {
        await own.getByRole('button', { name: /^Delete/ }).click();
        await dialog(page).getByRole('button', { name: 'Delete' }).click();
      };
      await page.route(/\/comments\/\d+$/, (route) => route.abort());
      await deleteOwn();
      await expectToast(page, 'Comment not deleted', 'Please try again.');
      await expect(own).toBeVisible();

      await page.unrouteAll();
      const letDelete = await delayAnswers(page, /\/comments\/\d+$/, 'DELETE');
      await deleteOwn();
      await expect(dialog(page).getByRole('button', { name: 'Deleting...' })).toBeVisible();
      letDelete();
      await expectToast(page, 'Comment deleted successfully');
      await expect(own).toHaveCount(0);
    },
  );
});

test(
  '‘Add to calendar’ has the times in UTC, and the venue for permitted viewers only',
  wide,
  async ({ page, browser }) => {
    const { event } = await demoEvent(browser, { location: venue });
    await open(page, paths.event(event.id));
    await page.getByText('Add to calendar', { exact: true }).click();
    const menu = page.getByRole('list', { name: 'Add to calendar' });
    const google = await menu.getByRole('link', { name: 'Google Calendar' }).getAttribute('href');
    expect(new URL(google ?? '').searchParams.get('dates')).toContain('20310614T183000Z/');
    expect(google).not.toContain('Weirside');
    const download = page.waitForEvent('download');
    await menu.getByRole('link', { name: 'Calendar file (.ics)' }).click();
    expect((await download).suggestedFilename()).toBe(`event-${event.id}.ics`);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  },
);
