import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { importsPath } from '#contract/events/event-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { calendarOf, eventLines } from '#tests/support/imports.ts';
import { wide } from '#tests/support/breadth.ts';
import { read } from './support/api.ts';
import { ownGroup, uniqueName } from './support/hosts.ts';
import { heading, main } from './support/pages.ts';
import { bio, register } from './support/people.ts';
import { eventIn, groupNamed, places } from './support/places.ts';
import { expect, test } from './support/test.ts';

test.use({
  javaScriptEnabled: false,
  viewport: { width: 390, height: 800 },
  expectedNoise: /script|\.js csp/i,
});

const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name });
const outcome = (page: Page) => main(page).getByRole('status').first();

test('a member starts a group, after a slip', wide, async ({ page }) => {
  await register(page.context());
  const name = uniqueName('Lantern makers');
  await page.goto(paths.createGroup);
  await page.getByLabel('Group name').fill(name);
  await page.getByLabel('Group type').selectOption('artsCreative');
  await page.getByRole('radio', { name: /^By request/ }).check();
  await page.getByLabel("Who it's for").selectOption('under18');
  await page.getByLabel('Safeguarding lead').fill('Marian Holt');
  await page.getByLabel('Description').fill('Paper and willow.');
  await button(page, 'Create group').click();
  await expect(main(page).getByRole('alert').first()).toContainText('Your group was not created');
  await expect(main(page)).toContainText("Please indicate if you'll charge for events");
  await expect(main(page)).toContainText('Please provide a more detailed description');
  await expect(page.getByLabel('Group name')).toHaveValue(name);
  await expect(page.getByLabel('Group type')).toHaveValue('artsCreative');
  await expect(page.getByRole('radio', { name: /^By request/ })).toBeChecked();
  await expect(page.getByLabel("Who it's for")).toHaveValue('under18');
  await expect(page.getByLabel('Safeguarding lead')).toHaveValue('Marian Holt');
  await page.getByRole('radio', { name: /^Free/ }).check();
  await page.getByLabel('How to contact them').fill('marian@example.org');
  await page.getByLabel('Description').fill('We make lanterns of paper and willow every Thursday.');
  await button(page, 'Create group').click();
  await expect(page).toHaveURL(/\/group-published-success\?groupId=\d+$/);
  await expect(main(page).getByRole('status').first()).toContainText(
    'Your group has been submitted for admin approval',
  );
  const groups = await read(page.request, 'GET /api/user/groups');
  expect(groups).toMatchObject([
    { name, joinPolicy: 'approval', audience: 'under18', safeguardingLead: 'Marian Holt' },
  ]);
});

test('a member changes the profile, and which emails come', wide, async ({ page }) => {
  await register(page.context());
  await page.goto(paths.dashboard);
  await main(page).getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page.getByLabel('About You')).toHaveValue(bio);
  await expect(page.getByLabel('Town and country')).not.toHaveValue('');
  await page.getByLabel('Last Name').fill('Ashworth');
  await page.getByLabel('Phone Number').fill('01422 555 019');
  await button(page, /^Complete Profile/).click();
  await expect(page).toHaveURL(paths.dashboard);
  await expect(heading(page)).toContainText('Ashworth');
  const { user } = await read(page.request, 'GET /api/user');
  expect(user).toMatchObject({ lastName: 'Ashworth', phoneNumber: '01422 555 019', bio });

  await page.goto(paths.settings);
  const box = main(page).locator('#mail-preferences').getByRole('checkbox').first();
  await expect(box).toBeChecked();
  await box.uncheck();
  await button(page, /^Save$/).click();
  await expect(main(page).getByRole('status').first()).toContainText(
    'Your choices have been saved',
  );
  await expect(box).not.toBeChecked();
});

test('an organiser creates an event, after a slip', async ({ page }) => {
  const { id: groupId } = await ownGroup(page.context());
  const title = `Lantern evening ${randomUUID().slice(0, 8)}`;
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await page.goto(paths.createEventIn(groupId));
  await expect(main(page).getByText('Repeats')).toBeHidden();
  await page.locator('summary', { hasText: 'More' }).click();
  await field('Event title').fill(title);
  await field('Description').fill('Paper.');
  await field('Start time: day').fill('2031-06-14');
  await field('Start time: time').fill('18:30');
  await field('End time: day').fill('2031-06-14');
  await field('End time: time').fill('17:00');
  await field('Location').fill('Old Sunday School hall, Rise Lane');
  await page.getByLabel('Number of places').fill('12');
  await page.getByRole('spinbutton', { name: 'Guests per person' }).fill('2');
  await page.getByRole('checkbox', { name: 'Waiting list' }).uncheck();
  await button(page, 'Create Event').click();
  await expect(main(page).getByRole('alert').first()).toContainText('Your event was not created');
  await expect(main(page)).toContainText('Please provide a more detailed description');
  await expect(field('Event title')).toHaveValue(title);
  await expect(field('Start time: day')).toHaveValue('2031-06-14');
  await expect(field('Start time: time')).toHaveValue('18:30');
  await expect(field('End time: time')).toHaveValue('17:00');
  await expect(page.getByLabel('Number of places')).toHaveValue('12');
  await expect(page.getByRole('spinbutton', { name: 'Guests per person' })).toHaveValue('2');
  await expect(page.getByRole('checkbox', { name: 'Waiting list' })).not.toBeChecked();
  await field('Description').fill('Bring scissors; we have paper, willow and glue for twelve.');
  await button(page, 'Create Event').click();
  await expect(main(page)).toContainText('End time must be after start time');
  await field('End time: time').fill('21:00');
  await button(page, 'Create Event').click();
  await expect(page).toHaveURL(/\/events\/\d+$/);
  await expect(outcome(page)).toContainText('Your event has been created successfully');
  await expect(heading(page)).toHaveText(title);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(await read(page.request, 'GET /api/events/:id', { params: { id } })).toMatchObject({
    startTime: '2031-06-14T17:30:00.000Z',
    endTime: '2031-06-14T20:00:00.000Z',
    capacity: 12,
    guestsAllowed: 2,
    waitlistEnabled: false,
    rsvpClosesAt: null,
  });
});

test('Share and Add to my calendar are links', async ({ page }) => {
  const event = await eventIn(page.request, places.comments);
  const group = await groupNamed(page.request, places.comments);
  const shared = (path: string) =>
    new RegExp(`^mailto:\\?subject=.+&body=.*${encodeURIComponent(path)}$`);
  await page.goto(paths.group(group.id));
  const link = (name: string | RegExp) => main(page).getByRole('link', { name });
  await expect(link(`Share ${group.name}`)).toHaveAttribute('href', shared(paths.group(group.id)));
  await expect(link(`Add to my calendar: ${group.name}`)).toHaveAttribute(
    'href',
    /^webcal:.+\.ics$/,
  );
  await expect(button(page, /^(Share|Add to my calendar:) /)).toHaveCount(0);
  await page.goto(paths.events);
  await expect(link('Add to my calendar: these events')).toHaveAttribute(
    'href',
    /^webcal:.+\.ics$/,
  );
  await page.goto(paths.event(event.id));
  await expect(link(`Share ${event.title}`)).toHaveAttribute('href', shared(paths.event(event.id)));
});

test(
  'an organiser sends a calendar, after a slip, and looks at its events',
  wide,
  async ({ page }) => {
    const group = await ownGroup(page.context());
    await page.goto(importsPath(group.id));
    const picker = main(page).locator('form input[type=file]');
    const choose = (text: string) =>
      picker.setInputFiles({
        name: 'walks.ics',
        mimeType: 'text/calendar',
        buffer: Buffer.from(text),
      });
    await choose('Dear all');
    await button(page, 'Read this file').click();
    await expect(page).toHaveURL(importsPath(group.id));
    await expect(main(page).getByRole('alert').first()).toContainText(
      'We couldn’t read this calendar',
    );
    await expect(picker).toHaveAccessibleDescription(
      'Line 1: a calendar file begins with BEGIN:VCALENDAR',
    );
    const walk = ['UID:1', 'SUMMARY:Canal walk', 'DTSTART:20270620T110000Z'];
    await choose(calendarOf(eventLines(...walk)));
    await button(page, 'Read this file').click();
    await expect(page).toHaveURL(new RegExp(`^.*${importsPath(group.id)}/\\d+$`));
    await expect(outcome(page)).toContainText('Nothing is published yet');
    await expect(main(page)).toContainText('Canal walk');

    await page.goto(importsPath(group.id));
    await page.getByLabel('Address of a calendar').fill('https://127.0.0.1/calendar.ics');
    await button(page, 'Read this address').click();
    await expect(page.getByLabel('Address of a calendar')).toHaveValue(
      'https://127.0.0.1/calendar.ics',
    );
    await expect(main(page)).toContainText('This address is not on the public internet');
  },
);
