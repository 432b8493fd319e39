import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { read } from './support/api.ts';
import {
  approve,
  createFarEvent,
  demoAdmin,
  fillEvent,
  fillGroup,
  newContext,
  newGroup,
  newMember,
  uniqueName,
} from './support/hosts.ts';
import { expectToast, main, open } from './support/pages.ts';
import { register } from './support/people.ts';
import { attend, join } from './support/places.ts';
import { expect, test } from './support/test.ts';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test(
    'a group for under 18s starts with approval of members; a manual choice stays',
    wide,
    async ({ page }) => {
      await register(page.context());
      await open(page, paths.createGroup);
      const audience = page.getByLabel("Who it's for");
      const anyone = page.getByRole('radio', { name: /^Anyone can join/ });
      const byRequest = page.getByRole('radio', { name: /^By request/ });
      await expect(anyone).toBeChecked();
      await audience.selectOption('For under 18s');
      await expect(byRequest).toBeChecked();
      await expect(audience).toHaveAccessibleDescription(/An organiser approves everyone/);
      expect(await violationsOn(page)).toEqual([]);
      await audience.selectOption('For families');
      await expect(anyone).toBeChecked();
      await byRequest.check();
      await anyone.check();
      await audience.selectOption('For under 18s');
      await expect(anyone).toBeChecked();
    },
  );
});

test('a group for under 18s names its safeguarding lead, whom an admin has checked', async ({
  page,
  browser,
}) => {
  await register(page.context());
  const name = uniqueName('Saturday Coders');

  await test.step('the form asks for both once it is for under 18s', async () => {
    await open(page, paths.createGroup);
    await fillGroup(page, name);
    await expect(page.getByLabel('Safeguarding lead')).toHaveCount(0);
    await page.getByLabel("Who it's for").selectOption('For under 18s');
    await main(page).getByRole('button', { name: 'Create group' }).click();
    await expect(page.getByLabel('Safeguarding lead')).toHaveAccessibleDescription(
      /Please tell us who looks after the safety of children in this group/,
    );
    await page.getByLabel('Safeguarding lead').fill('Ruth Okafor');
    await page.getByLabel('How to contact them').fill('01632 960 142');
    expect(await violationsOn(page)).toEqual([]);
    await main(page).getByRole('button', { name: 'Create group' }).click();
    await expectToast(page, 'Your group has been submitted for admin approval');
  });

  await test.step('an admin approves it once they have ticked that they have checked', async () => {
    const admin = await (await demoAdmin(browser)).newPage();
    await open(admin, paths.adminTab('groups'));
    await expect(admin.getByRole('article').filter({ hasText: name })).toContainText('First group');
    await admin.getByRole('button', { name: `Approve ${name}` }).click();
    const dialog = admin.getByRole('dialog', { name: `Approve ${name}?` });
    await expect(dialog).toContainText('Ruth Okafor');
    await expect(dialog).toContainText('01632 960 142');
    await dialog.getByRole('button', { name: 'Approve group' }).click();
    await expect(dialog).toContainText('Please check the safeguarding lead first');
    expect(await violationsOn(admin)).toEqual([]);
    await dialog.getByRole('checkbox', { name: "I've checked the safeguarding lead" }).check();
    await dialog.getByRole('button', { name: 'Approve group' }).click();
    await expectToast(admin, `${name} has been approved`);
  });

  await test.step('who is signed in reads both on its page, and a visitor doesn’t', async () => {
    const [group] = await read(page.request, 'GET /api/groups', { query: { q: name } });
    const path = paths.group(group?.id ?? 0);
    await open(page, path);
    await expect(main(page)).toContainText('For under 18s');
    await expect(main(page)).toContainText('01632 960 142');
    const visitor = await (await newContext(browser)).newPage();
    await open(visitor, path);
    await expect(main(visitor)).toContainText('For under 18s');
    await expect(main(visitor)).not.toContainText('01632 960 142');
  });
});

test(
  "an event says before an RSVP who sees attendees' names, and shows them to nobody else",
  wide,
  async ({ page, browser }) => {
    await register(page.context(), { firstName: 'Olwen' });
    const { id: groupId } = await newGroup(page.context());
    await approve(browser, groupId);
    await open(page, paths.createEventIn(groupId));
    await fillEvent(page);
    await page.getByLabel("Who it's for").selectOption('Adults only (18+)');
    await page
      .getByLabel('Who can see the names of people coming')
      .selectOption('Members of the group');
    await createFarEvent(page);
    await expect(page).toHaveURL(/\/events\/\d+/);
    const path = new URL(page.url()).pathname;
    const id = Number(path.split('/').at(-1));

    const { context: member } = await newMember(browser, 'Gwilym');
    await join(member.request, groupId);
    await attend(member.request, id);

    const stranger = await (await newContext(browser)).newPage();
    await register(stranger.context());
    await open(stranger, path);
    const side = stranger.getByRole('complementary', { name: 'Taking part' });
    await expect(side).toContainText('1 attendee');
    await expect(side).toContainText('First names are shown to members of the group only.');
    await expect(side.getByRole('button', { name: '1 attendee' })).toHaveCount(0);
    await expect(main(stranger)).toContainText('Adults only (18+)');
    expect(await stranger.content()).not.toContain('Gwilym');
    expect(await violationsOn(stranger)).toEqual([]);

    const reader = await member.newPage();
    await open(reader, path);
    await reader.getByRole('button', { name: '1 attendee' }).click();
    await expect(reader.getByRole('dialog')).toContainText('Gwilym');
  },
);
