import type { Locator, Page } from '@playwright/test';
import { importsPath } from '#contract/events/event-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { calendarOf, eventLines, memberList } from '#tests/support/imports.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { read } from './support/api.ts';
import { dialog } from './support/guide.ts';
import { approve, ownGroup } from './support/hosts.ts';
import { expectToast, heading, main, open } from './support/pages.ts';
import { follower, signIn } from './support/people.ts';
import { expect, refusals, test } from './support/test.ts';

const about = 'DESCRIPTION:An hour by the canal\\, at a gentle pace.';

/** A walk on a day of 2027; every fourth has no place. */
const walk = (number: number) =>
  eventLines(
    `UID:walk-${number}@calendar.example`,
    `SUMMARY:Canal walk ${number}`,
    about,
    ...(number % 4 === 0 ? [] : ['LOCATION:The Boathouse\\, Bath']),
    `DTSTART;TZID=Europe/London:2027${String(1 + (number % 12)).padStart(2, '0')}10T100000`,
    'DURATION:PT1H',
  );
const choir = eventLines(
  'UID:choir@calendar.example',
  'SUMMARY:Tuesday choir',
  'DESCRIPTION:Come and sing with us\\, no audition needed.',
  'LOCATION:12 Foxglove Lane',
  'DTSTART;TZID=Europe/London:20270105T193000',
  'DTEND;TZID=Europe/London:20270105T213000',
  'RRULE:FREQ=WEEKLY;COUNT=12',
);
const walks = Array.from({ length: 39 }, (_, index) => walk(index + 1));

const calendarFile = (...events: string[][]) => ({
  name: 'calendar.ics',
  mimeType: 'text/calendar',
  buffer: Buffer.from(calendarOf(...events)),
});

/** Counts a person's presses: on buttons and links, and of keys in fields as one for each field. */
function countPresses() {
  let presses = 0;
  return {
    press: async (target: Locator) => {
      presses += 1;
      await target.click();
    },
    type: async (field: Locator, text: string) => {
      presses += 1;
      await field.fill(text);
    },
    choose: async (page: Page, button: Locator, file: Parameters<Locator['setInputFiles']>[0]) => {
      // One press opens the chooser, and one takes the file.
      presses += 2;
      const chooser = page.waitForEvent('filechooser');
      await button.click();
      await (await chooser).setFiles(file);
    },
    total: () => presses,
  };
}

test('an organiser moves a calendar of 40 events and a list of 400 members', async ({
  page,
  browser,
}) => {
  const group = await ownGroup(page.context());
  await approve(browser, group.id);
  await open(page, paths.group(group.id));
  const { press, type, choose, total } = countPresses();
  const button = (name: string | RegExp) => main(page).getByRole('button', { name });
  await press(main(page).getByRole('link', { name: 'Move your group here' }));
  await choose(page, button('Choose the member list'), {
    name: 'members.xls',
    mimeType: 'application/vnd.ms-excel',
    buffer: Buffer.from(memberList(400)),
  });
  await expect(main(page)).toContainText('0 of 400 are here');
  await press(main(page).getByRole('link', { name: 'Import events' }));
  await expect(heading(page)).toHaveText('Import events');
  await choose(page, button('Choose a calendar file'), calendarFile(choir, ...walks));
  await expect(heading(page)).toHaveText('Events of your calendar');
  await expect(main(page)).toContainText('40 events: 31 ready, 9 need a place or description.');
  await expect(main(page)).toContainText('12 Foxglove Lane · 12 dates');
  expect(await violationsOn(page)).toEqual([]);

  await type(main(page).getByLabel('Place'), 'The Guildhall, Bath');
  await press(button('Fill in for all'));
  await expect(main(page)).toContainText('40 events: 40 ready.');
  await press(button('Publish 40 events'));
  await expectToast(page, '40 events are published');
  expect(total()).toBeLessThanOrEqual(30);
  await expect(main(page)).toContainText('40 events: 40 are already here.');

  await open(page, importsPath(group.id));
  await choose(page, button('Choose a calendar file'), calendarFile(choir, ...walks));
  await expect(main(page)).toContainText('40 events: 40 are already here.');
  await expect(button(/^Publish/)).toHaveCount(0);

  await open(page, importsPath(group.id));
  await main(page)
    .getByRole('link', { name: /^40 events/ })
    .last()
    .click();
  await button('Take it all back').click();
  await dialog(page).getByRole('button', { name: 'Take it back' }).click();
  await expectToast(page, 'The import is taken back');
  await open(page, paths.group(group.id));
  await expect(main(page)).not.toContainText('Canal walk');
});

test('one event is completed alone, and another is left out', wide, async ({ page }) => {
  const group = await ownGroup(page.context());
  await open(page, importsPath(group.id));
  await page.getByLabel('Calendar file').setInputFiles(calendarFile(walk(3), walk(4)));
  await page.getByRole('button', { name: 'Complete: Canal walk 4' }).click();
  await dialog(page).getByLabel('Place').fill('The Guildhall, Bath');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('checkbox', { name: 'Canal walk 3' }).uncheck();
  await page.getByRole('button', { name: 'Publish 1 event' }).click();
  await expectToast(page, '1 event is published');
  await open(page, paths.group(group.id));
  await expect(main(page)).toContainText('Canal walk 4');
  await expect(main(page)).not.toContainText('Canal walk 3');
});

test('a private event is unticked, and a postcode and a link are shown', wide, async ({ page }) => {
  const group = await ownGroup(page.context());
  await open(page, importsPath(group.id));
  const atSennen = walk(1).map((line) =>
    line.startsWith('LOCATION') ? 'LOCATION:Sennen Cove\\, TR19 7DG' : line,
  );
  const committee = [...walk(2).slice(0, -1), 'CLASS:PRIVATE', 'END:VEVENT'];
  const online = walk(3).map((line) =>
    line.startsWith('LOCATION') ? 'LOCATION:Zoom https://zoom.us/j/812 (passcode 4545)' : line,
  );
  await page.getByLabel('Calendar file').setInputFiles(calendarFile(atSennen, committee, online));
  const ticks = page.getByRole('checkbox');
  await expect(main(page)).toContainText('3 events: 3 ready.');
  await expect(main(page)).toContainText('People find it in Sennen, by its postcode TR19 7DG.');
  await expect(main(page)).toContainText(
    'Link to join online, for those who are going: https://zoom.us/j/812',
  );
  await expect(main(page)).toContainText('Please send them in a message: passcode 4545');
  await expect(main(page)).toContainText('It is private in its calendar.');
  await expect(ticks.nth(0)).toBeChecked();
  await expect(ticks.nth(1)).not.toBeChecked();
  await expect(ticks.nth(2)).toBeChecked();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Publish 2 events' }).click();
  await expectToast(page, '2 events are published');
  await open(page, paths.group(group.id));
  await expect(main(page)).not.toContainText('Canal walk 2');
});

test('what is new in a followed calendar is shown to its organisers, until they decline it', async ({
  page,
}) => {
  const news = main(page).getByText('New in the calendar that you follow');
  await signIn(page.context(), follower.email);
  await open(page, paths.home);
  await expect(news).toBeVisible();
  await open(page, paths.myGroups);
  await expect(news).toBeVisible();
  const [group] = await read(page.request, 'GET /api/user/groups', {});
  await open(page, paths.group(group?.id ?? 0));
  await expect(news).toBeVisible();
  await main(page).getByRole('link', { name: 'See the events' }).click();
  await expect(heading(page)).toHaveText('Events of your calendar');
  await expect(main(page)).toContainText('Summer picnic');
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Don’t suggest again' }).click();
  await expectToast(page, 'We won’t suggest these again');
  await expect(heading(page)).toHaveText('Import events');
  await expect(main(page)).not.toContainText('Suggested');
  await open(page, paths.home);
  await expect(heading(page)).toBeVisible();
  await expect(news).toBeHidden();
});

test.describe('a calendar that can’t be read', () => {
  test.use({ expectedNoise: refusals });

  test('is refused with its line or its address', wide, async ({ page }) => {
    const group = await ownGroup(page.context());
    await open(page, importsPath(group.id));
    await page.getByLabel('Calendar file').setInputFiles({
      name: 'notes.ics',
      mimeType: 'text/calendar',
      buffer: Buffer.from('no calendar'),
    });
    await expectToast(page, 'We couldn’t read this calendar');
    await expect(
      page.getByText('Line 1: a calendar file begins with BEGIN:VCALENDAR', { exact: true }),
    ).toBeVisible();
    await expect(
      page.getByRole('button', { name: 'Choose a calendar file' }),
    ).toHaveAccessibleDescription(/BEGIN:VCALENDAR$/);
    await page.getByLabel('Address of a calendar').fill('https://127.0.0.1/calendar.ics');
    await page.getByRole('button', { name: 'Read this address' }).click();
    await expect(
      page.getByText('This address is not on the public internet', { exact: true }),
    ).toBeVisible();
  });
});
