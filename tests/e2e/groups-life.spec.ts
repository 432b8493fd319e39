import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import {
  addEvent,
  approve,
  demoAdmin,
  newContext,
  newGroup,
  newMember,
  ownGroup,
  uniqueName,
} from './support/hosts.ts';
import { expectToast, heading, main, open, reload, toast } from './support/pages.ts';
import { register } from './support/people.ts';
import { join } from './support/places.ts';
import { review } from './support/reviewing.ts';
import { expect, refusals, test } from './support/test.ts';

const about = 'We meet by the weir at first light, swim to the bridge and back, and share a flask.';

const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

test('a group is created, rejected, edited, resubmitted and approved; then everyone sees it', async ({
  page,
  browser,
}) => {
  await register(page.context());
  const admin = await demoAdmin(browser);
  const name = uniqueName('Teme Wild Swimmers');

  const id = await test.step('its owner fills in the form, which survives a reload', async () => {
    await open(page, paths.createGroup);
    await page.getByLabel('Group name').fill(name);
    await page.getByLabel('Group type').selectOption('outdoorsAdventure');
    await page.getByRole('radio', { name: 'Free' }).check();
    await page.getByRole('radio', { name: 'By request' }).check();
    await reload(page);
    await expect(page.getByLabel('Group name')).toHaveValue(name);
    await expect(page.getByRole('radio', { name: 'By request' })).toBeChecked();
    await page.getByLabel('Description').fill('Cold water, warm people, every week.');
    await button(page, 'Create group').click();
    await expect(page).toHaveURL(/\/group-published-success\?groupId=\d+$/);
    return Number(new URL(page.url()).searchParams.get('groupId'));
  });

  const reason = 'Please say where you meet.';
  await test.step('an admin rejects it, and the owner reads why', async () => {
    await review(admin, id, { status: 'rejected', reason });
    for (const path of [paths.group(id), '/group-draft-preview']) {
      await open(page, path);
      await expect(heading(page)).toHaveText(name);
      await expect(main(page)).toContainText("This group wasn't approved");
      await expect(main(page)).toContainText(reason);
    }
    await expect(main(page).getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute(
      'href',
      paths.dashboard,
    );
  });

  await test.step('the owner edits it (‘Group updated successfully’)', async () => {
    await button(page, 'Edit group').click();
    const dialog = page.getByRole('dialog', { name: 'Edit group' });
    await dialog.getByLabel('Description').fill(about);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Group updated successfully');
    await expect(dialog).toHaveCount(0);
    await expect(main(page)).toContainText(about);
    await expect(main(page)).toContainText('This group is under review');
  });

  await test.step('Done sends it (‘Your group has been published!’)', async () => {
    await button(page, 'Done').click();
    await expectToast(page, 'Your group has been published!');
    await expect(page).toHaveURL(`/group-published-success?groupId=${id}`);
  });

  await test.step('once approved, it is visible to the community', async () => {
    await review(admin, id, { status: 'approved' });
    const visitor = await (await newContext(browser)).newPage();
    await open(visitor, paths.group(id));
    await expect(heading(visitor)).toHaveText(name);
    await visitor.goto(`/group-draft-preview/${id}`);
    await expect(heading(visitor)).toHaveText('Access Denied');
    await open(page, `/group-draft-preview/${id}`);
    await expect(page).toHaveURL(paths.group(id));
  });
});

test(
  'events in a group under review show who sees them; an address in the group’s text is a link',
  wide,
  async ({ page, browser }) => {
    const { id } = await ownGroup(page.context(), {
      description:
        'We swim at first light: https://example.org/weir has the way, javascript:alert(1) not.',
    });
    const eventId = await addEvent(page.context(), id);
    const notYet = main(page).getByText('Only members can see this event until');
    await open(page, paths.event(eventId));
    await expect(notYet).toBeVisible();
    await approve(browser, id);
    await reload(page);
    await expect(main(page).getByRole('button', { name: 'Cancel event' })).toBeVisible();
    await expect(notYet).toBeHidden();

    await open(page, paths.group(id));
    const link = main(page).getByRole('link', { name: /^(https|javascript):/ });
    await expect(link).toHaveAttribute('href', 'https://example.org/weir');
    await expect(link).toHaveAttribute('rel', 'nofollow ugc noopener');
  },
);

test.describe('a refusal', () => {
  test.use({ expectedNoise: refusals });

  test(
    'of a draft shows others ‘Access Denied’, and ‘Group not found’ for an unknown one',
    wide,
    async ({ page, browser }) => {
      const { context: owner } = await newMember(browser, 'Meg');
      const draft = await newGroup(owner);
      const onBoard = await newGroup(owner);
      await approve(browser, onBoard.id);
      await register(page.context());
      expect((await open(page, `/group-draft-preview/${draft.id}`))?.status()).toBe(404);
      await expect(heading(page)).toHaveText('Access Denied');
      await expect(page.locator('html')).not.toContainText(draft.name);
      expect((await open(page, paths.group(draft.id)))?.status()).toBe(404);
      await expect(heading(page)).toHaveText('Group not found');
      await open(page, '/group-draft-preview/2147483647');
      await expect(heading(page)).toHaveText('Group not found');
      await page.context().clearCookies();
      await open(page, `/group-draft-preview/${draft.id}`);
      await expect(heading(page)).toHaveText('Access Denied');
      await expect(main(page).getByRole('link', { name: 'Log In' })).toBeVisible();
      await register(page.context());
      await open(page, `/group-draft-preview?groupId=${onBoard.id}`);
      await expect(heading(page)).toHaveText('Access Denied');
      await open(page, '/group-draft-preview');
      await expect(heading(page)).toHaveText('Group not found');
    },
  );

  test('of saving and publishing has its exact words', wide, async ({ page }) => {
    const { id } = await ownGroup(page.context());
    await open(page, `/group-draft-preview/${id}`);
    await page.route(`**/api/groups/${id}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 409, json: { code: 'conflict', message: 'Not now.' } })
        : route.fallback(),
    );
    await button(page, 'Done').click();
    await expectToast(page, 'Failed to publish group', 'Not now.');
    await button(page, 'Edit group').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
    // An open dialog hides the rest from assistive technology, so this locator uses no role.
    await expect(page.getByText('Failed to update group', { exact: true })).toBeVisible();
  });
});

test('organisers answer requests, and promote, demote and remove people on the Members tab', async ({
  page,
  browser,
}) => {
  await register(page.context(), { firstName: 'Wren' });
  const { id, name } = await newGroup(page.context(), { joinPolicy: 'approval' });
  await approve(browser, id);
  const { context: asker } = await newMember(browser, 'Idris');
  const { context: other } = await newMember(browser, 'Mabel');
  await join(other.request, id);

  await test.step('somebody asks to join', async () => {
    const theirs = await asker.newPage();
    await open(theirs, paths.group(id));
    await button(theirs, `Join Group: ${name}`).click();
    await expect(main(theirs)).toContainText('Request Pending');
    await expect(toast(theirs)).toContainText(`Your request to join ${name} has been sent.`);
  });

  await open(page, paths.group(id));
  await page.getByRole('tab', { name: 'Members' }).click();
  const requests = page.getByRole('region', { name: 'Requests' });
  await test.step('one is approved, one declined', async () => {
    await expect(requests.getByRole('listitem')).toHaveCount(2);
    await requests.getByRole('button', { name: 'Approve Idris' }).click();
    await expectToast(page, `Idris is now a member of ${name}`);
    await expect(requests.getByRole('listitem')).toHaveCount(1);
    await expect(main(page).getByRole('heading', { name: '2 members' })).toBeVisible();
    await requests.getByRole('button', { name: 'Decline Mabel' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Decline Mabel?' });
    await dialog.getByRole('button', { name: 'Decline request' }).click();
    await expectToast(page, "Mabel's request has been declined");
    await expect(requests).toHaveCount(0);
  });

  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Idris' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const confirm = (label: string) =>
    page.getByRole('alertdialog').getByRole('button', { name: label }).click();
  await test.step('a member is made an organiser, unmade, and removed', async () => {
    await choose('Make organiser');
    await expect(page.getByRole('alertdialog')).toContainText('create and change events');
    await confirm('Make organiser');
    await expectToast(page, 'Idris is now an organiser');
    await choose('Remove organiser role');
    await confirm('Remove role');
    await expectToast(page, 'Idris is no longer an organiser');
    await choose('Remove from group');
    await expect(page.getByRole('alertdialog')).toContainText('Remove Idris from the group?');
    await confirm('Remove member');
    await expectToast(page, `Idris has been removed from ${name}`);
    await expect(main(page).getByRole('heading', { name: '1 member' })).toBeVisible();
  });
});

test('the Members tab has pages by ‘Load More Members’', wide, async ({ page }) => {
  const { id } = await ownGroup(page.context());
  const members = (from: number, count: number) =>
    Array.from({ length: count }, (_, place) => ({
      userId: `u${from + place}`,
      status: 'approved',
      isOrganizer: from + place === 0,
      firstName: `Person ${from + place}`,
      profileImageUrl: null,
    }));
  await page.route(/\/api\/groups\/\d+\/members/, (route) => {
    const second = route.request().url().includes('cursor=');
    return route.fulfill({
      json: { approved: second ? members(3, 2) : members(0, 3), pending: [] },
      headers: second ? {} : { link: `</api/groups/${id}/members?cursor=x>; rel="next"` },
    });
  });
  await open(page, paths.myGroups);
  await main(page).getByRole('article').getByRole('heading').getByRole('link').click();
  // Both arrive late and move the content below, so an earlier press would miss its button.
  await expect(button(page, 'Leave Group')).toBeVisible();
  await expect(button(page, 'Done')).toBeVisible();
  await page.getByRole('tab', { name: 'Members' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Members' });
  await expect(panel.getByRole('listitem')).toHaveCount(3);
  await panel.getByRole('button', { name: 'Load More Members' }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(5);
  await expect(panel.getByRole('button', { name: 'Load More Members' })).toHaveCount(0);
});

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('a cover is uploaded, shown and kept; another file is refused', async ({ page }) => {
  await register(page.context());
  await open(page, paths.createGroup);
  const picker = page.locator('form input[type=file]');
  await picker.setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  });
  await expect(main(page)).toContainText(
    'Please choose a PNG, JPEG, WebP, GIF or AVIF picture of at most 12 MB',
  );
  await picker.setInputFiles({
    name: 'weir.png',
    mimeType: 'image/png',
    buffer: Buffer.from(onePixel, 'base64'),
  });
  await expect(page.getByLabel('Image URL')).toHaveValue(/^\/media\/[0-9a-f]{64}\.webp$/);
  await expect(page.getByAltText('The chosen picture')).toBeVisible();
  await expect(main(page)).not.toContainText('Please choose a PNG');
  await button(page, 'Remove picture').click();
  await expect(page.getByLabel('Image URL')).toHaveValue('');
});

test(
  'the form shows how many more groups somebody can start, once few are left',
  wide,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await register(page.context());
    for (let each = 0; each < 7; each += 1) await newGroup(page.context());
    await open(page, paths.createGroup);
    await expect(main(page).getByLabel('Group name')).toBeVisible();
    await expect(main(page)).not.toContainText('more group');
    await newGroup(page.context());
    await reload(page);
    await expect(main(page).getByRole('status').filter({ hasText: 'more group' })).toHaveText(
      'You can start 2 more groups before one of yours is approved.',
    );
  },
);
