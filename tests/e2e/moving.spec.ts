import { paths } from '#contract/platform/paths.ts';
import { calendarOf, memberList, picnic } from '#tests/support/imports.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import {
  dialog,
  fillInEvent,
  fillInGroup,
  followGuide,
  footer,
  menu,
  openMenu,
} from './support/guide.ts';
import { approve, confirmFarStart, newContext, newMember, ownGroup } from './support/hosts.ts';
import { expectToast, heading, main, open } from './support/pages.ts';
import { register } from './support/people.ts';
import { join } from './support/places.ts';
import { expect, refusals, test } from './support/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('an organiser moves a group: a file is counted, and people come by its link', async ({
  page,
  browser,
}) => {
  const group = await ownGroup(page.context());
  await approve(browser, group.id);
  await open(page, paths.group(group.id));
  await main(page).getByRole('link', { name: 'Move your group here' }).click();
  await expect(heading(page)).toHaveText('Move your group here');
  const count = (members: number) =>
    page.getByLabel('Member list from Meetup').setInputFiles({
      name: 'members.xls',
      mimeType: 'application/vnd.ms-excel',
      buffer: Buffer.from(memberList(members)),
    });
  await count(1);
  await expect(main(page)).toContainText('1 member. 1 of them has been to an event.');
  await count(3);
  await expect(main(page)).toContainText('3 members. 2 of them have been to an event.');
  await expect(main(page)).toContainText('0 of 3 are here');
  expect(await violationsOn(page)).toEqual([]);

  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy text' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(link);
  const sheet = page.waitForURL(/\/poster\?/);
  await main(page).getByRole('link', { name: 'Print a poster' }).click();
  await sheet;
  const address = link.replace(/^https?:\/\//, '');
  await expect(page.locator('.poster')).toContainText(address);
  await page.getByRole('link', { name: 'A5' }).click();
  await expect(page.locator('.poster')).toContainText(address);
  await page.goBack();

  await page.getByRole('button', { name: 'Mark as done: 2. Count your members' }).click();
  await expect(main(page)).toContainText('1 of 5 done');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Choose the member list' })).toBeHidden();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show again: 2. Count your members' }).click();
  await expect(page.getByRole('button', { name: 'Choose the member list' })).toBeVisible();
  await expect(main(page)).toContainText('0 of 3 are here');

  const stranger = await newContext(browser);
  const visit = await stranger.newPage();
  await visit.goto(link);
  const token = link.split('/').at(-1) ?? '';
  await expect(visit.getByRole('link', { name: /^Sign in to Join/ })).toHaveAttribute(
    'href',
    new RegExp(`invitation%3D${token}`),
  );

  const { context } = await newMember(browser, 'Ada');
  const followed = await context.newPage();
  await open(followed, link);
  await followed.getByRole('button', { name: 'Join Group' }).click();
  await expectToast(followed, 'Success!', `You've joined ${group.name}! Welcome to the group.`);

  await open(page, paths.moveGroup(group.id));
  await expect(main(page)).toContainText('1 of 3 are here');
  await page.getByRole('button', { name: 'Make a new link' }).click();
  await dialog(page).getByRole('button', { name: 'Make a new link' }).click();
  await expectToast(page, 'Your new link is ready');
  await expect(page.getByRole('textbox', { name: 'Invitation link' })).not.toHaveValue(link);
  expect((await followed.goto(link))?.status()).toBe(404);
});

test.describe('a file of another kind', () => {
  test.use({ expectedNoise: refusals });

  test('is refused with a sentence', wide, async ({ page }) => {
    const group = await ownGroup(page.context());
    await open(page, paths.moveGroup(group.id));
    await page.getByLabel('Member list from Meetup').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no list'),
    });
    await expectToast(page, 'We couldn’t count this file');
  });
});

test('the guide ‘Moving from Meetup’ works as written', wide, async ({ page, browser }) => {
  await register(page.context());
  await open(page, paths.home);
  await followGuide(page, 'moving-from-meetup', async (guide) => {
    await guide.presses('Start a Group', footer(page));
    await expect(heading(page)).toHaveText('Create a Group');
    await fillInGroup(page, guide);
    await guide.sees('Upload a picture');
    await guide.presses('Create group');
    await expect(page).toHaveURL(/groupId=\d+$/);
    const id = Number(new URL(page.url()).searchParams.get('groupId'));
    await approve(browser, id);

    await open(page, paths.group(id));
    await guide.presses('Create Event');
    await fillInEvent(page, guide, '2031-06-14');
    await guide.sees('Repeats');
    await guide.presses('Create Event');
    await confirmFarStart(page);
    await expect(page).toHaveURL(/\/events\/\d+$/);
    await open(page, paths.group(id));
    await guide.presses('Move your group here');
    await guide.sees([
      'Choose the member list',
      'Copy link',
      'Copy text',
      'Choose a list of addresses',
      'Print a poster',
    ]);
    await guide.presses('Import events');
    const calendars = page.waitForEvent('filechooser');
    await guide.presses('Choose a calendar file');
    await (
      await calendars
    ).setFiles({
      name: 'calendar.ics',
      mimeType: 'text/calendar',
      buffer: Buffer.from(calendarOf(picnic)),
    });
    await guide.presses('Publish');
    await guide.sees('Take it all back');
    await open(page, paths.group(id));
    const saved = page.waitForEvent('download');
    await guide.presses('Download this group');
    const file = await (await saved).path();
    await guide.presses('Start a Group', footer(page));
    const chooser = page.waitForEvent('filechooser');
    await guide.presses('Start from a file');
    await (await chooser).setFiles(file);
    await expectToast(page, 'Your group is here, with its events to come');
    await expect(page).toHaveURL((url) => url.searchParams.get('groupId') !== String(id));

    const helper = await newMember(browser, 'Idris');
    await join(helper.context.request, id);
    await open(page, paths.group(id));
    await guide.presses('Members');
    await openMenu(page, 'Actions for Idris');
    await guide.presses('Make organiser', menu(page));
    await guide.presses('Make organiser', dialog(page));
    await open(page, paths.group(id));
    await guide.presses('Edit group');
    await guide.sees('Organisers can edit this group', dialog(page));
  });
});
