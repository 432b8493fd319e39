import type { Locator, Page } from '@playwright/test';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { editEventPath } from '#web/features/events/events/event-paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { read, send } from './support/api.ts';
import { addEvent, ownGroup } from './support/hosts.ts';
import { expectNothingForAxe, expectToast, main, open, reload } from './support/pages.ts';
import { expect, refusals, test } from './support/test.ts';

// Turns animations off, so that the page is still during checks.
test.use({
  viewport: { width: 390, height: 844 },
  contextOptions: { reducedMotion: 'reduce' },
  expectedNoise: refusals,
});

const about = 'A pot of tea, a board of some kind, and whoever comes through the door.';

const evening = {
  title: 'An evening of draughts',
  description: about,
  location: 'The Old Reading Room',
  startTime: '2031-06-14T18:30:00Z',
  endTime: '2031-06-14T20:30:00Z',
  categoryId: 2,
  imageUrl: '',
};

const notes = (place: Page | Locator) =>
  place.getByRole('alert').filter({ hasText: 'Someone else has changed this' });
const save = (place: Page | Locator, name = 'Save changes') =>
  place.getByRole('button', { name, exact: true }).click();

test('two tabs that edit one event undo nothing of each other, and the later one chooses', async ({
  page,
}) => {
  const id = await addEvent(page.context(), (await ownGroup(page.context())).id, evening);
  const other = await page.context().newPage();
  const fourth = await page.context().newPage();
  for (const tab of [page, other, fourth]) await open(tab, editEventPath(id));

  await test.step('the first changes the title and the place', async () => {
    await page.getByLabel('Event title').fill('An evening of chess');
    await page.getByLabel('Location').fill('The Market Hall');
    await save(page);
    await expectToast(page, 'Event updated');
  });

  await test.step('the second changes what the first left alone', async () => {
    await other.locator('summary', { hasText: 'More' }).click();
    await other.getByLabel('Number of places').fill('12');
    await save(other);
    await expectToast(other, 'Event updated');
    expect(await read(page.request, 'GET /api/events/:id', { params: { id } })).toMatchObject({
      title: 'An evening of chess',
      location: 'The Market Hall',
      capacity: 12,
    });
  });

  await test.step('the third is shown both versions of what it changed too', async () => {
    await fourth.getByLabel('Event title').fill('An evening of backgammon');
    await fourth.getByLabel('Location').fill('The Vicarage');
    await fourth.getByLabel('Description').fill(`${about} Bring a cushion.`);
    await save(fourth);
    await expect(notes(fourth)).toHaveCount(2);
    await expect(notes(fourth).first()).toContainText('An evening of chess');
    await expect(notes(fourth).first()).toBeInViewport();
    await expect(notes(fourth).last()).toContainText('The Market Hall');
    await expect(fourth.getByLabel('Event title')).toHaveValue('An evening of backgammon');
    await expectNothingForAxe(fourth);
  });

  await test.step('it keeps its own title, takes the other place, and saves', async () => {
    await notes(fourth).first().getByRole('button', { name: 'Keep mine' }).click();
    await expect(fourth.getByLabel('Event title')).toBeFocused();
    await notes(fourth).getByRole('button', { name: 'Use theirs' }).click();
    await expect(fourth.getByLabel('Location')).toHaveValue('The Market Hall');
    await expect(notes(fourth)).toHaveCount(0);
    await save(fourth);
    await expectToast(fourth, 'Event updated');
    expect(await read(page.request, 'GET /api/events/:id', { params: { id } })).toMatchObject({
      title: 'An evening of backgammon',
      location: 'The Market Hall',
      description: `${about} Bring a cushion.`,
      capacity: 12,
    });
  });
});

test(
  "a draft found after another person's save undoes nothing silently",
  wide,
  async ({ page }) => {
    const id = await addEvent(page.context(), (await ownGroup(page.context())).id, evening);
    await open(page, editEventPath(id));
    await page.getByLabel('Event title').fill('An evening of backgammon');
    await send(page.request, 'PATCH /api/events/:id', {
      params: { id },
      body: { title: 'An evening of chess', location: 'The Market Hall' },
    });
    await reload(page);
    await expect(page.getByLabel('Event title')).toHaveValue('An evening of backgammon');
    await expect(page.getByLabel('Location')).toHaveValue('The Market Hall');
    await save(page);
    await expect(notes(page)).toContainText('An evening of chess');
    await save(page);
    await expectToast(page, 'Event updated');
  },
);

test(
  'of two tabs that edit one group the later one shows both versions',
  wide,
  async ({ page }) => {
    const { id } = await ownGroup(page.context());
    const other = await page.context().newPage();
    for (const tab of [page, other]) {
      await open(tab, paths.group(id));
      await main(tab).getByRole('button', { name: 'Edit group', exact: true }).click();
    }
    const [mine, theirs] = [page, other].map((tab) => tab.getByRole('dialog'));
    if (!mine || !theirs) throw new Error('no dialogs');
    await theirs.getByLabel('Group type').selectOption('foodDrink');
    await theirs.getByLabel('By request').check();
    await save(theirs);
    await expect(theirs).toHaveCount(0);

    await mine.getByLabel('Group type').selectOption('techCommunity');
    await mine.getByLabel('Description').fill(`${about} On Tuesdays.`);
    await save(mine);
    await expect(notes(mine)).toHaveCount(1);
    await expect(notes(mine)).toContainText('Food & Drink');
    await expectNothingForAxe(page);
    await save(mine);
    await expect(mine).toHaveCount(0);
    expect(await read(page.request, 'GET /api/groups/:id', { params: { id } })).toMatchObject({
      groupType: 'techCommunity',
      description: `${about} On Tuesdays.`,
      joinPolicy: 'approval',
    });
  },
);

test('a series, a date of it, and a profile work likewise', wide, async ({ page }) => {
  const { id: groupId } = await ownGroup(page.context());
  const rrule = 'FREQ=WEEKLY;COUNT=3';
  await send(page.request, 'POST /api/series', { body: { ...evening, groupId, rrule } });
  const params = { groupId };
  const [first] = await read(page.request, 'GET /api/events/group/:groupId', { params });
  const id = first?.id ?? 0;
  const series = { id: first?.series?.id ?? 0 };

  await test.step('all dates', async () => {
    await open(page, editEventPath(id));
    await page.getByRole('radio', { name: 'All dates' }).check();
    await page.getByLabel('Event title').fill('Draughts for all');
    await page.getByLabel('Start time: time').fill('20:00');
    await send(page.request, 'PATCH /api/series/:id', {
      params: series,
      body: { scope: 'all', title: 'Draughts and tea', startTime: '2031-06-14T18:00:00Z' },
    });
    await save(page, 'Preview changes');
    await expect(notes(page)).toHaveCount(2);
    await expect(notes(page).first()).toContainText('Draughts and tea');
    await expect(notes(page).last()).toContainText('7:00 PM');
    await notes(page).last().getByRole('button', { name: 'Use theirs' }).click();
    await expect(page.getByLabel('Start time: time')).toHaveValue('19:00');
    await save(page, 'Preview changes');
    await page.getByRole('button', { name: /^Change \d dates$/ }).click();
    await expectToast(page, 'Series updated');
    const { events } = await read(page.request, 'GET /api/series/:id', { params: series });
    expect(events.map(({ title, startTime }) => [title, startTime.slice(11, 16)])).toEqual(
      Array.from({ length: 3 }, () => ['Draughts for all', '18:00']),
    );
  });

  await test.step('the profile', async () => {
    await open(page, paths.dashboard);
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('First Name').fill('Wren');
    await dialog.getByLabel('Phone Number').fill('01632 960 142');
    await send(page.request, 'PATCH /api/auth/user', {
      body: { firstName: 'Idris', lastName: 'Hale' },
    });
    await save(dialog);
    await expect(notes(dialog)).toHaveCount(1);
    await expect(notes(dialog)).toContainText('Idris');
    await notes(dialog).getByRole('button', { name: 'Use theirs' }).click();
    await save(dialog);
    await expect(dialog).toHaveCount(0);
    const { user } = await read(page.request, 'GET /api/user');
    expect(user).toMatchObject({
      firstName: 'Idris',
      lastName: 'Hale',
      phoneNumber: '01632 960 142',
    });
  });
});

test.describe('an admin', () => {
  test.use({ as: 'admin' });

  // No other test of this site changes these two settings, so the only conflict is this one.
  const before = { illegalReportHours: 24, reportDays: 7 };
  test.afterEach(async ({ page }) => {
    await send(page.request, 'PATCH /api/admin/settings', { body: before });
  });

  test(
    'keeps their legal text, and sees which paragraphs another admin has changed',
    wide,
    async ({ page }) => {
      const params = { page: 'cookies' as const };
      const standard = await read(page.request, 'GET /api/admin/legal/:page', { params });
      const theirs = `Theirs, at length. ${'We bake our own biscuits. '.repeat(40)}`.trim();
      await open(page, adminPaths.legal('cookies'));
      await page.getByLabel('Text', { exact: true }).fill(`${standard.markdown}\n\nMine.`);
      await send(page.request, 'PUT /api/admin/legal/:page', {
        params,
        body: { ...standard, markdown: `${theirs}\n\n${standard.markdown}` },
      });
      await save(page, 'Save page');
      await expect(notes(page).getByLabel('Their version')).toHaveValue(theirs);
      const keep = notes(page).getByRole('button', { name: 'Keep mine' });
      await expect(keep).toBeInViewport();
      await expect(notes(page)).toBeInViewport({ ratio: 1 });
      await expectNothingForAxe(page);
      await keep.click();
      await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/\n\nMine\.$/);
      await save(page, 'Save page');
      await expectToast(page, 'Page saved');
      await page.getByLabel('Text', { exact: true }).fill('Typed, but not saved.');
      await page.getByRole('button', { name: 'Back to the standard text' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Go back' }).click();
      await expect(page.getByLabel('Text', { exact: true })).toHaveValue(standard.markdown);
    },
  );

  test("sees another admin's new setting", wide, async ({ page }) => {
    await open(page, paths.adminTab('settings'));
    await page.getByLabel('Reports of illegal content, in hours').fill('44');
    await page.getByLabel('All other reports, in days').fill('33');
    await send(page.request, 'PATCH /api/admin/settings', { body: { illegalReportHours: 21 } });
    await save(page, 'Save settings');
    await expect(notes(page)).toHaveCount(1);
    await expect(notes(page)).toContainText('21');
    await notes(page).getByRole('button', { name: 'Keep mine' }).click();
    await save(page, 'Save settings');
    await expectToast(page, 'Settings saved');
    expect(await read(page.request, 'GET /api/admin/settings')).toMatchObject({
      illegalReportHours: 44,
      reportDays: 33,
    });
  });
});
