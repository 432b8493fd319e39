import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { send } from './support/api.ts';
import { createFarEvent, demoEvent, fillEvent, newMember } from './support/hosts.ts';
import { expectToast, heading, main, open, reload, toast } from './support/pages.ts';
import { attend, card, groupNamed, join } from './support/places.ts';
import { expect, refusals, test } from './support/test.ts';

const group = 'Long Table Todmorden';
const side = (page: Page) => page.getByRole('complementary', { name: 'Taking part' });
const button = (page: Page, name: string) => side(page).getByRole('button', { name, exact: true });
const guests = (page: Page) => side(page).getByRole('spinbutton', { name: 'Bringing guests' });
/** Creates an event for each test, as the demo's organiser in a browser of theirs. */
async function newEvent(browser: Browser, fields: object) {
  const { event, organiser } = await demoEvent(browser, fields);
  return { event, organiser: await organiser.newPage() };
}

/** Registers a member of the group, in a browser of their own. */
async function member(browser: Browser, groupId: number, firstName: string): Promise<Page> {
  const { context } = await newMember(browser, firstName);
  await join(context.request, groupId);
  return context.newPage();
}

test.describe('an organiser', () => {
  test.use({ as: 'organiser' });

  test('sets in the form the capacity, the guests, and the closing time', async ({ page }) => {
    const { id } = await groupNamed(page.request, group);
    await open(page, paths.createEventIn(id));
    await fillEvent(page);
    const places = page.getByRole('group', { name: 'Places' });
    const waiting = places.getByRole('checkbox', { name: 'Waiting list' });
    await expect(waiting).toHaveCount(0);
    await places.getByLabel('Number of places').fill('0');
    await places.getByRole('button', { name: 'One more: Guests per person' }).click();
    await places.getByLabel('RSVPs close: day').fill('2031-06-15');
    await places.getByLabel('RSVPs close: time').fill('12:00');
    await page.getByRole('button', { name: 'Create Event' }).click();
    await expect(places).toContainText('Please enter a number of places from 1 to 10,000');
    await expect(places).toContainText('RSVPs must close before the event starts');
    await expect(places.getByLabel('Number of places')).toBeFocused();

    await places.getByLabel('Number of places').fill('30');
    await expect(waiting).toBeChecked();
    await places.getByLabel('RSVPs close: day').fill('2031-06-13');
    await createFarEvent(page);
    await expectToast(page, 'Your event has been created successfully');
    await expect(side(page)).toContainText('30 of 30 places left');
    await expect(side(page)).toContainText('Everyone can bring a guest');
    await expect(side(page)).toContainText('RSVPs close Fri, Jun 13 • 12:00 PM');

    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(heading(page)).toHaveText('Edit event');
    await expect(places.getByLabel('Number of places')).toHaveValue('30');
    await expect(places.getByRole('spinbutton', { name: 'Guests per person' })).toHaveValue('1');
    await expect(places.getByLabel('RSVPs close: time')).toHaveValue('12:00');
    await places.getByLabel('Number of places').fill('');
    await places.getByLabel('RSVPs close: day').fill('');
    await places.getByLabel('RSVPs close: time').fill('');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Event updated');
    await expect(side(page)).not.toContainText(/places left|RSVPs close/);
  });

  test.describe('a capacity below the places taken', () => {
    test.use({ expectedNoise: refusals });

    test('shows beside the field how many places are taken', wide, async ({ page, browser }) => {
      const { event, organiser } = await newEvent(browser, { capacity: 10, guestsAllowed: 2 });
      await send(organiser.request, 'POST /api/events/:id/rsvps', {
        params: { id: event.id },
        body: { status: 'going', guests: 2 },
      });
      await open(page, `${paths.event(event.id)}/edit`);
      await page.getByLabel('Number of places').fill('2');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByRole('group', { name: 'Places' })).toContainText(
        '3 places are taken already',
      );
    });
  });
});

test('guests are added by the keyboard, and changed by a press each', wide, async ({ browser }) => {
  const { event, organiser } = await newEvent(browser, { capacity: 9, guestsAllowed: 3 });
  const page = await member(browser, event.groupId, 'Wilf');
  await open(page, paths.event(event.id));
  await guests(page).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(guests(page)).toHaveValue('2');
  await button(page, 'Attend Event').press('Enter');
  await expectToast(page, 'Success!', "You've successfully RSVPed to this event");
  await expect(button(page, 'Going ✓, press to cancel')).toBeFocused();
  await expect(side(page)).toContainText('6 of 9 places left');

  await side(page).getByRole('button', { name: 'One more: Bringing guests' }).click();
  await expectToast(page, 'RSVP updated', 'You bring 3 guests');
  await expect(side(page)).toContainText('5 of 9 places left');
  await reload(page);
  await expect(guests(page)).toHaveValue('3');

  await open(organiser, paths.event(event.id));
  await expect(side(organiser)).toContainText('1 attendee and 3 guests');
  await side(organiser).getByRole('button', { name: '1 attendee' }).click();
  const dialog = organiser.getByRole('dialog', { name: 'Who is coming' });
  await expect(dialog.getByRole('listitem')).toHaveText([/Wilf.*\+3/]);
  await expect(dialog).toContainText('1 attendee and 3 guests');
  expect(await violationsOn(organiser, { part: '[role=dialog]' })).toEqual([]);
  const download = organiser.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download the door list' }).click();
  const file = await (await download).path();
  expect(await readFile(file, 'utf8')).toMatch(/Wilf.*3/);
});

test(
  'a party larger than the room left reads how many places it needs',
  wide,
  async ({ browser }) => {
    const { event, organiser } = await newEvent(browser, { capacity: 3, guestsAllowed: 2 });
    await attend(organiser.request, event.id);
    const page = await member(browser, event.groupId, 'Gwen');
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, paths.event(event.id));
    const rsvp = page.getByRole('group', { name: 'Your RSVP' });
    const more = rsvp.getByRole('button', { name: 'One more: Bringing guests' });
    await more.click();
    await expect(rsvp.getByRole('status')).toBeEmpty();
    await more.click();
    await expect(rsvp.getByRole('status')).toHaveText(
      'Only 2 places left. With 2 guests you need 3.',
    );
    await expect(rsvp.getByRole('button', { name: 'Join the waiting list' })).toBeEnabled();
    await rsvp.getByRole('button', { name: 'One fewer: Bringing guests' }).click();
    await rsvp.getByRole('button', { name: 'Attend Event' }).click();
    await expectToast(page, 'RSVP confirmed');
    await expect(side(page)).toContainText('2 attendees and 1 guest');
  },
);

test('people at a full event wait, are admitted by an organiser, and leave the list', async ({
  browser,
}) => {
  const { event, organiser } = await newEvent(browser, { capacity: 1, guestsAllowed: 1 });
  const [going, page, other] = await Promise.all(
    ['Ada', 'Bryn', 'Cerys'].map((name) => member(browser, event.groupId, name)),
  );
  if (!going || !page || !other) throw new Error('three people come');
  await attend(going.request, event.id);

  await open(page, paths.events);
  await page.getByLabel('Search').fill(event.title);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(card(page, paths.event(event.id))).toContainText('Full');
  await card(page, paths.event(event.id)).getByRole('link').click();
  await button(page, 'Join Waiting List').press('Enter');
  await expectToast(page, "You're on the waiting list", 'You are 1st on the list');
  await expect(side(page).getByRole('group', { name: 'Your RSVP' })).toBeFocused();
  expect(await violationsOn(page)).toEqual([]);
  await send(other.request, 'PUT /api/events/:id/waitlist', { params: { id: event.id } });

  await open(organiser, paths.event(event.id));
  await organiser.getByRole('button', { name: 'Waiting list', exact: true }).click();
  const dialog = organiser.getByRole('dialog', { name: 'Waiting list' });
  await expect(dialog.getByRole('listitem')).toHaveText([/^1.*Bryn/, /^2.*Cerys/]);
  expect(await violationsOn(organiser, { part: '[role=dialog]' })).toEqual([]);
  await dialog.getByRole('button', { name: 'Let in Cerys' }).click();
  await expectToast(organiser, "Couldn't let them in", 'This event is full');
  await organiser.keyboard.press('Escape');

  await open(page, paths.event(event.id));
  await button(page, 'Leave waiting list').click();
  await page
    .getByRole('alertdialog', { name: `Leave the waiting list for ${event.title}?` })
    .getByRole('button', { name: 'Leave waiting list' })
    .click();
  await expectToast(page, "You've left the waiting list");
  await expect(button(page, 'Join Waiting List')).toBeEnabled();
});

test('when the last place has just gone, the server says so, and the page shows the list', async ({
  browser,
}) => {
  const { event } = await newEvent(browser, { capacity: 1 });
  const [page, quicker] = await Promise.all(
    ['Dilys', 'Emrys'].map((name) => member(browser, event.groupId, name)),
  );
  if (!page || !quicker) throw new Error('two people come');
  await open(page, paths.event(event.id));
  await expect(side(page)).toContainText('1 of 1 places left');
  await attend(quicker.request, event.id);
  await button(page, 'Attend Event').click();
  await expectToast(page, 'RSVP failed', 'This event is full');
  await expect(button(page, 'Join Waiting List')).toBeEnabled();
  await expect(main(page)).toContainText("There's a waiting list");
});

test(
  'an undo comes too late where the place is offered to the next person',
  wide,
  async ({ browser }) => {
    const { event } = await newEvent(browser, { capacity: 1 });
    const [page, next] = await Promise.all(
      ['Ffion', 'Gethin'].map((name) => member(browser, event.groupId, name)),
    );
    if (!page || !next) throw new Error('two people come');
    await attend(page.request, event.id);
    await send(next.request, 'PUT /api/events/:id/waitlist', {
      params: { id: event.id },
      body: {},
    });
    await open(page, paths.event(event.id));
    await button(page, 'Going ✓, press to cancel').click();
    await page
      .getByRole('alertdialog', { name: 'Give up your place?' })
      .getByRole('button', { name: 'Give up place' })
      .click();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Your place has gone to the next person');
    await expect(button(page, 'Join Waiting List')).toBeEnabled();
  },
);
