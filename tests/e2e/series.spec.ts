import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { createFarEvent, ownGroup } from './support/hosts.ts';
import { expectNothingForAxe, expectToast, main, open, reload } from './support/pages.ts';
import { expect, refusals, test } from './support/test.ts';

// Turns animations off, so that the page is still during checks.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const about = 'A pot of tea, a board of some kind, and whoever comes through the door.';

const repeats = (page: Page) => page.getByRole('group', { name: 'Repeats', exact: true });
const howOften = (page: Page) => repeats(page).getByLabel('How often');

/** Picks Mondays at 19:30 in spring 2031; the first one in May is a bank holiday. */
async function fillMondays(page: Page): Promise<void> {
  await page.getByLabel('Start time: day').fill('2031-04-21');
  await page.getByLabel('Start time: time').fill('19:30');
  await howOften(page).selectOption('Every week on Monday');
  await repeats(page).getByRole('spinbutton', { name: 'Number of dates' }).fill('6');
}

const mayDay = 'Monday, May 5, 2031 • 7:30 PM';
const tick = (page: Page) => repeats(page).getByRole('checkbox', { name: mayDay });

const dates = (page: Page) => page.getByRole('region', { name: 'More dates' });
const date = (page: Page, words: string) => dates(page).getByRole('link', { name: words });

/** Returns all dates of the page's series. */
async function showAll(page: Page): Promise<void> {
  await dates(page)
    .getByRole('button', { name: /^Show all/ })
    .click();
}

test('a series is created, skips a bank holiday, and is moved, changed, attended and cancelled', async ({
  page,
}) => {
  const { id: groupId } = await ownGroup(page.context());
  await open(page, paths.createEventIn(groupId));

  await test.step('its dates are seen before they are made, without the bank holiday', async () => {
    await page.getByLabel('Event title').fill('Tea and talk');
    await page.getByLabel('Description').fill(about);
    await page.getByLabel('Location').fill('Old Sunday School hall');
    await fillMondays(page);
    await expect(repeats(page).getByRole('table', { name: 'May 2031' })).toBeVisible();
    await expect(repeats(page)).toContainText('6 dates, the last on Monday, May 26, 2031');
    await repeats(page)
      .getByLabel('Bank holidays')
      .selectOption('Leave out those of England and Wales');
    await expect(tick(page)).not.toBeChecked();
    await expect(repeats(page)).toContainText(
      '4 dates, the last on Monday, May 19, 2031, 2 left out',
    );
    await repeats(page).getByRole('checkbox', { name: 'Monday, May 26, 2031 • 7:30 PM' }).check();
    await expectNothingForAxe(page);
    await createFarEvent(page);
    await expectToast(page, 'Your 5 dates are ready');
  });

  await test.step('each date says which it is', async () => {
    await expect(main(page)).toContainText('Every Monday · 1 of 5');
    await expect(dates(page).getByRole('listitem')).toHaveCount(4);
    await date(page, 'Mon, Apr 28').click();
    await expect(main(page)).toContainText('Every Monday · 2 of 5');
  });

  await test.step('one date is moved alone', async () => {
    await date(page, 'Mon, May 12').click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(page.getByRole('radio', { name: 'This date' })).toBeChecked();
    await page.getByLabel('Start time: day').fill('2031-05-13');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Event updated');
    await expect(main(page)).toContainText('Tuesday, May 13, 2031');
  });

  await test.step('the following get another hour, but for the one that was moved', async () => {
    await showAll(page);
    await date(page, 'Mon, Apr 28').click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('radio', { name: 'This and the following' }).check();
    await page.getByLabel('Start time: time').fill('20:00');
    await page.getByRole('button', { name: 'Preview changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 3 dates?' });
    await expect(dialog).toContainText('Mon, Apr 28 • 7:30 PM → 8:00 PM');
    await expect(dialog).toContainText(
      'Left as they are, because they were edited separately: 1 date',
    );
    await expectNothingForAxe(page);
    await dialog.getByRole('checkbox', { name: 'Change these too' }).click();
    await expect(page.getByRole('dialog', { name: 'Change 4 dates?' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Change these too' }).click();
    await dialog.getByRole('button', { name: 'Change 3 dates' }).click();
    await expectToast(page, 'Series updated');
    await expect(main(page)).toContainText('Monday, April 28, 2031 • 8:00 PM');
    await showAll(page);
    await expect(date(page, 'Mon, Apr 21 • 7:30 PM')).toBeVisible();
    await expect(date(page, 'Tue, May 13 • 7:30 PM')).toBeVisible();
    await expect(date(page, 'Mon, May 26 • 8:00 PM')).toBeVisible();
  });

  await test.step('all are attended at once', async () => {
    await dates(page).getByRole('button', { name: 'Attend all 5 dates' }).click();
    await expectToast(page, 'RSVP confirmed', "You're going to 5 dates.");
    await expect(dates(page).getByText('Going', { exact: true })).toHaveCount(5);
  });

  await test.step('one is called off, and the others take place', async () => {
    await date(page, 'Mon, May 19').click();
    await page.getByRole('button', { name: 'Cancel event' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Cancel Tea and talk?' });
    await dialog.getByRole('radio', { name: 'This and the following' }).check();
    await expect(dialog.getByRole('button', { name: 'Cancel both dates' })).toBeVisible();
    await expectNothingForAxe(page);
    await dialog.getByRole('radio', { name: 'This date' }).check();
    await dialog.getByRole('button', { name: 'Cancel this date' }).click();
    await expectToast(page, 'Date cancelled');
    await expect(main(page)).toContainText('This event has been cancelled');
    await showAll(page);
    await expect(dates(page).getByText('Cancelled', { exact: true })).toHaveCount(1);
    await expect(dates(page).getByText('Going', { exact: true })).toHaveCount(4);
  });

  await test.step('what is left is given up after a question', async () => {
    await dates(page).getByRole('button', { name: 'Give up all 4 dates' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Give up all 4 dates?' });
    await dialog.getByRole('button', { name: 'Give up 4 dates' }).click();
    await expectToast(page, 'RSVP cancelled');
    await expect(dates(page).getByText('Going', { exact: true })).toHaveCount(0);
  });

  await test.step('the group tells it once, with the dates that follow', async () => {
    await open(page, `${paths.group(groupId)}?tab=events`);
    await expect(main(page).getByRole('article')).toHaveCount(1);
    await expect(main(page).getByRole('link', { name: 'Mon, Apr 28' })).toBeVisible();
  });
});

test('choices survive a reload, skipped days included', wide, async ({ page }) => {
  await open(page, paths.createEventIn((await ownGroup(page.context())).id));
  await fillMondays(page);
  await tick(page).uncheck();
  await reload(page);
  await expect(howOften(page)).toHaveValue('weekly');
  await expect(tick(page)).not.toBeChecked();
  await expect(repeats(page)).toContainText(
    '5 dates, the last on Monday, May 26, 2031, 1 left out',
  );
});

test('days are ticked by the keyboard, on the calendar and in the list', wide, async ({ page }) => {
  await open(page, paths.createEventIn((await ownGroup(page.context())).id));
  await fillMondays(page);
  await tick(page).focus();
  await page.keyboard.press('Space');
  await expect(tick(page)).not.toBeChecked();
  await repeats(page).getByRole('tab', { name: 'Calendar' }).focus();
  await page.keyboard.press('ArrowRight');
  const inList = repeats(page).getByRole('checkbox', { name: 'Monday, May 5, 2031' });
  await expect(inList).not.toBeChecked();
  await inList.press('Space');
  await expect(inList).toBeChecked();
});

test.describe('a refused rule', () => {
  test.use({ expectedNoise: refusals });

  test('shows the reason beside its choices', wide, async ({ page }) => {
    await open(page, paths.createEventIn((await ownGroup(page.context())).id));
    await fillMondays(page);
    await repeats(page).getByRole('radio', { name: 'On a day' }).check();
    await repeats(page).getByLabel('Last day').fill('2031-01-01');
    await expect(repeats(page).locator('[data-error]')).toBeVisible();
    await repeats(page).getByLabel('Last day').fill('2031-05-05');
    await expect(repeats(page)).toContainText('3 dates, the last on Monday, May 5, 2031');
    await expect(repeats(page).locator('[data-error]')).toHaveCount(0);
  });
});
