import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { read, send } from './support/api.ts';
import { approve, newGroup, newMember } from './support/hosts.ts';
import { expectToast, heading, main, open } from './support/pages.ts';
import { register } from './support/people.ts';
import { card, join } from './support/places.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

const joinQuestion = 'What would you like to play?';

async function askingGroup(page: Page, browser: Parameters<typeof approve>[0]) {
  await register(page.context(), { firstName: 'Wren' });
  const group = await newGroup(page.context(), { joinPolicy: 'approval', joinQuestion });
  await approve(browser, group.id);
  return group;
}

test('people answer a group’s question as they ask to join, and its organiser reads it', async ({
  page,
  browser,
}) => {
  const { id, name } = await askingGroup(page, browser);
  const { context } = await newMember(browser, 'Idris');
  const theirs = await context.newPage();
  await theirs.setViewportSize({ width: 390, height: 844 });
  await open(theirs, `${paths.groups}?q=${encodeURIComponent(name)}`);
  await card(theirs, paths.group(id))
    .getByRole('link', { name: `Ask to join: ${name}` })
    .click();
  await expect(heading(theirs)).toHaveText(name);
  await expect(theirs.getByRole('button', { name: 'Join Group' })).toHaveCount(0);
  const field = theirs.getByLabel(joinQuestion);
  await field.fill('x'.repeat(301));
  await theirs.getByRole('button', { name: `Ask to join: ${name}` }).click();
  await expect(main(theirs)).toContainText('Please use at most 300 characters');
  expect(await violationsOn(theirs)).toEqual([]);
  await field.fill('The cello, and a little too loudly.');
  await theirs.getByRole('button', { name: `Ask to join: ${name}` }).click();
  await expect(main(theirs)).toContainText('Request Pending');
  await expect(field).toHaveCount(0);

  await open(page, `${paths.group(id)}?tab=members`);
  const requests = page.getByRole('region', { name: 'Requests' });
  await expect(requests).toContainText('The cello, and a little too loudly.');
  expect(await violationsOn(page)).toEqual([]);
});

test('making somebody an organiser asks once, and lets them edit if the owner does', async ({
  page,
  browser,
}) => {
  await register(page.context(), { firstName: 'Wren' });
  const { id, name } = await newGroup(page.context());
  await approve(browser, id);
  const { context } = await newMember(browser, 'Mabel');
  await join(context.request, id);
  await open(page, paths.group(id));
  await page.getByRole('button', { name: 'Edit group' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit group' });
  await dialog.getByRole('checkbox', { name: 'Organisers can edit this group' }).check();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expectToast(page, 'Your group has been updated successfully');

  await page.getByRole('tab', { name: 'Members' }).click();
  const choose = async () => {
    await page.getByRole('button', { name: 'Actions for Mabel' }).click();
    await page.getByRole('menuitem', { name: 'Make organiser' }).click();
  };
  const question = page.getByRole('alertdialog', { name: 'Make Mabel an organiser?' });
  await choose();
  await expect(question).toContainText('create and change events');
  await expect(question).toContainText('They can also edit the group.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  const isOrganizer = async () =>
    (await read(context.request, 'GET /api/user/groups'))[0]?.membership?.isOrganizer;
  expect(await isOrganizer()).toBe(false);
  await choose();
  await question.getByRole('button', { name: 'Make organiser' }).click();
  await expectToast(page, 'Mabel is now an organiser');

  const theirs = await context.newPage();
  await open(theirs, paths.group(id));
  await theirs.getByRole('button', { name: 'Edit group' }).click();
  const edit = theirs.getByRole('dialog', { name: 'Edit group' });
  await expect(edit.getByRole('checkbox', { name: 'Organisers can edit this group' })).toHaveCount(
    0,
  );
  await edit.getByLabel('Group name').fill(`${name} of Teme`);
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(main(theirs)).toContainText('Changes to this group are under review');
});

test(
  'organisers find, sort and download members, and distinguish two of one name',
  wide,
  async ({ page, browser }) => {
    await register(page.context(), { firstName: 'Wren' });
    const { id } = await newGroup(page.context());
    await approve(browser, id);
    for (const firstName of ['Zoë', 'Sam', 'Sam']) {
      const { context } = await newMember(browser, firstName);
      await join(context.request, id);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    await open(page, `${paths.group(id)}?tab=members`);
    const tools = page.getByRole('search', { name: 'Members' });
    const members = page.getByRole('group', { name: 'Members' }).getByRole('listitem');
    await expect(members).toHaveCount(4);
    await expect(members.filter({ hasText: 'Sam A.' })).toHaveCount(2);
    await tools.getByLabel('Find a first name').fill('zoe');
    await expect(members).toHaveCount(1);
    await expect(members).toContainText('Zoë');
    await tools.getByLabel('Find a first name').fill('');
    await tools.getByLabel('Order').selectOption('By name');
    await expect(members).toContainText(['Sam A.', 'Sam A.', 'Wren', 'Zoë']);
    const shownByName = await members.allTextContents();
    const order = tools.getByLabel('Order');
    await order.selectOption('Last came');
    await expect(members).toHaveText(shownByName);
    const body = { recordsAttendance: false };
    await send(page.request, 'PATCH /api/groups/:id', { params: { id }, body });
    await page.reload();
    await expect(order.getByRole('option')).toHaveText([
      'Organisers first',
      'Newest first',
      'By name',
    ]);
    await tools.getByLabel('Show').selectOption('Organisers');
    await expect(members).toHaveCount(1);
    expect(await violationsOn(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(320);
    const waiting = page.waitForEvent('download');
    await tools.getByRole('link', { name: 'Download as CSV' }).click();
    expect((await waiting).suggestedFilename()).toBe(`members-${id}.csv`);
  },
);

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: /script|\.js csp/i });

  test('the question is answered on the group’s page', wide, async ({ page, browser }) => {
    const { context: hosts } = await newMember(browser, 'Wren');
    const { id, name } = await newGroup(hosts, { joinPolicy: 'approval', joinQuestion });
    await approve(browser, id);
    await register(page.context(), { firstName: 'Idris' });
    await page.goto(paths.group(id));
    await page.getByLabel(joinQuestion).fill('x'.repeat(301));
    await page.getByRole('button', { name: `Ask to join: ${name}` }).click();
    await expect(main(page)).toContainText('Please use at most 300 characters');
    await page.getByLabel(joinQuestion).fill('The cello.');
    await page.getByRole('button', { name: `Ask to join: ${name}` }).click();
    await expect(main(page)).toContainText('Your request to join has been sent.');
    const { pending } = await read(hosts.request, 'GET /api/groups/:id/members', {
      params: { id },
    });
    expect(pending).toMatchObject([{ firstName: 'Idris', answer: 'The cello.' }]);
  });
});
