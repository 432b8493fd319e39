import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { dialog } from './support/guide.ts';
import { approve, newContext, newGroup, newMember } from './support/hosts.ts';
import { expectToast, heading, main, open } from './support/pages.ts';
import { register } from './support/people.ts';
import { expect, refusals, test } from './support/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** A member list as Meetup exports it: text with tabs. */
const memberList = [
  'Name\tUser ID\tTitle\tMember ID\tLocation\tJoined Group on\tLast visited group on\tLast Attended',
  'Ada\tuser 1\t\t1\tBath\t10/24/2024\t11/02/2024\t11/02/2024',
  'Ben\tuser 2\t\t2\tBath\t10/24/2024\t11/02/2024\t',
  'Cleo\tuser 3\t\t3\tBath\t10/24/2024\t11/02/2024\t1/7/2025',
].join('\n');

test('an organiser moves a group: a file is counted, and people come by its link', async ({
  page,
  browser,
}) => {
  await register(page.context());
  const group = await newGroup(page.context());
  await approve(browser, group.id);
  await open(page, paths.group(group.id));
  await main(page).getByRole('link', { name: 'Move your group here' }).click();
  await expect(heading(page)).toHaveText('Move your group here');
  await page.getByLabel('Member list from Meetup').setInputFiles({
    name: 'members.xls',
    mimeType: 'application/vnd.ms-excel',
    buffer: Buffer.from(memberList),
  });
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

  const stranger = await newContext(browser);
  const visit = await stranger.newPage();
  await visit.goto(link);
  const token = link.split('/').at(-1) ?? '';
  await expect(visit.getByRole('link', { name: /^Sign in to Join/ })).toHaveAttribute(
    'href',
    new RegExp(`invitation%3D${token}`),
  );
  await stranger.close();

  const { context } = await newMember(browser, 'Ada');
  const followed = await context.newPage();
  await followed.goto(link);
  await followed.getByRole('button', { name: 'Join Group' }).click();
  await expectToast(followed, 'Success!', `You've joined ${group.name}! Welcome to the group.`);

  await open(page, paths.moveGroup(group.id));
  await expect(main(page)).toContainText('1 of 3 are here');
  await page.getByRole('button', { name: 'Make a new link' }).click();
  await dialog(page).getByRole('button', { name: 'Make a new link' }).click();
  await expectToast(page, 'Your new link is ready');
  await expect(page.getByLabel('Invitation link')).not.toHaveValue(link);
  expect((await followed.goto(link))?.status()).toBe(404);
  await context.close();
});

test.describe('a file of another kind', () => {
  test.use({ expectedNoise: refusals });

  test('is refused with a sentence', async ({ page }) => {
    await register(page.context());
    const group = await newGroup(page.context());
    await open(page, paths.moveGroup(group.id));
    await page.getByLabel('Member list from Meetup').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no list'),
    });
    await expectToast(page, 'We couldn’t count this file');
  });
});
