import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { read } from './support/api.ts';
import { addDemoEvent, approve, fillEvent, ownGroup, uniqueName } from './support/hosts.ts';
import { expectNothingForAxe, expectToast, heading, main, open } from './support/pages.ts';
import { expect, test } from './support/test.ts';

// Organisers decide this on the way, on a phone.
test.use({ viewport: { width: 390, height: 844 } });

const reason = 'The hall’s boiler has burst';
const dialog = (page: Page) => page.getByRole('alertdialog');
const create = (page: Page) => main(page).getByRole('button', { name: 'Create Event' });

test.describe('as an organiser', () => {
  test.use({ as: 'organiser' });

  test('an event is cancelled with a reason, which everybody reads, and put back', async ({
    page,
    browser,
  }) => {
    const event = await addDemoEvent(page.request, { startTime: '2031-06-14T18:30:00.000Z' });
    await open(page, paths.event(event.id));
    await page.getByRole('button', { name: 'Cancel event' }).click();
    await dialog(page).getByLabel('Why? (optional)').fill(reason);
    await expectNothingForAxe(page);
    await dialog(page).getByRole('button', { name: 'Cancel event' }).click();
    await expectToast(page, 'Event cancelled');
    await expect(main(page)).toContainText(reason);
    await expect(main(page)).toContainText('You can put this event back until ');
    const visitor = await browser.newPage({ storageState: { cookies: [], origins: [] } });
    await visitor.goto(page.url());
    await expect(main(visitor)).toContainText(reason);
    await expect(main(visitor)).not.toContainText('put this event back');
    await page.getByRole('button', { name: 'Put back' }).click();
    await expectToast(page, 'Event put back');
    await expect(main(page)).not.toContainText(reason);
    await expect(page.getByRole('button', { name: 'Cancel event' })).toBeVisible();
  });
});

test('the form says what becomes of an hour that the clocks skip, or show twice', async ({
  page,
}) => {
  const { id } = await ownGroup(page.context());
  await open(page, paths.createEventIn(id));
  await page.getByLabel('Start time: day').fill('2027-03-28');
  await page.getByLabel('Start time: time').fill('01:30');
  await expect(main(page)).toContainText(
    'The clocks go forward past 1:30 AM that night, so it starts at 2:30 AM.',
  );
  await page.getByLabel('Start time: day').fill('2027-10-31');
  await expect(main(page)).toContainText(
    'The clocks go back that night and show 1:30 AM twice; it starts the first time.',
  );
  await page.getByLabel('Start time: time').fill('12:30');
  await expect(main(page)).not.toContainText('The clocks');
});

test(
  'an event in the past is asked about once, and can be deleted while nobody has answered',
  wide,
  async ({ page, browser }) => {
    const { id } = await ownGroup(page.context());
    await approve(browser, id);
    await open(page, paths.createEventIn(id));
    const title = uniqueName('Last year’s walk');
    await fillEvent(page, title);
    const year = new Date().getFullYear() - 1;
    await page.getByLabel('Start time: day').fill(`${year}-01-02`);
    await create(page).click();
    await expect(main(page)).toContainText(
      new RegExp(`This is in the past. Do you mean ${year + 1}|${year + 2}\\?`),
    );
    await expect(page.getByLabel('Start time: day')).toBeFocused();
    await expectNothingForAxe(page);
    await create(page).click();
    await expectToast(page, 'Your event has been created successfully');
    await expect(heading(page)).toHaveText(title);
    await page.getByRole('button', { name: 'Delete event' }).click();
    await expect(dialog(page)).toContainText(`Delete ${title}?`);
    await dialog(page).getByRole('button', { name: 'Delete event' }).click();
    await expectToast(page, 'Event deleted successfully');
    await expect(page).toHaveURL(paths.group(id));
    const events = await read(page.request, 'GET /api/events/group/:groupId', {
      params: { groupId: id },
      query: { when: 'all' },
    });
    expect(events).toEqual([]);
  },
);
