import type { Page } from '@playwright/test';
import type { GroupCard } from '#contract/community/groups.ts';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { read, send } from './support/api.ts';
import { demoAdmin, newEvent, newGroup, newMember, uniqueName } from './support/hosts.ts';
import {
  countText,
  countIn,
  expectToast,
  heading,
  delayAnswers,
  main,
  open,
  reload,
} from './support/pages.ts';
import { register } from './support/people.ts';
import { card, cards, expectTab, groupNamed, join, nextEventOf, places } from './support/places.ts';
import { hide, review } from './support/reviewing.ts';
import { expect, lostCalls, test } from './support/test.ts';

const memberCalls = /\/api\/groups\/\d+\/members(\?|$)/;

/** Opens the page of a group as a new user. */
async function openGroup(page: Page, name: string = places.membership): Promise<GroupCard> {
  await register(page.context());
  const group = await groupNamed(page.request, name);
  await open(page, paths.group(group.id));
  return group;
}

const joinButton = (page: Page) => page.getByRole('button', { name: 'Join Group' });
const leaveButton = (page: Page) => page.getByRole('button', { name: 'Leave Group' });

test('on a phone the tabs stand still while buttons of the page load', wide, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const group = await groupNamed(page.request, places.membership);
  await open(page, `${paths.groups}?q=${encodeURIComponent(group.name)}`);
  const letLoad = await delayAnswers(page, /group-share-actions/);
  await card(page, paths.group(group.id)).getByRole('link', { name: group.name }).first().click();
  const tabs = page.getByRole('tablist');
  await expect(tabs).toBeVisible();
  await expect(main(page).getByRole('heading', { level: 1 })).toContainText(group.name);
  const top = async () => (await tabs.boundingBox())?.y;
  const before = await top();
  letLoad();
  await expect(page.getByRole('button', { name: `Share ${group.name}` })).toBeVisible();
  expect(await top()).toBe(before);
});

test('joining shows ‘Joining...’, one member more, the toast, and the Events tab; leaving asks first', async ({
  page,
}) => {
  const group = await openGroup(page);
  const before = await countIn(main(page), 'member');
  await expectTab(page, 'About');
  await expect(main(page)).toContainText(group.category.name);

  const letJoin = await delayAnswers(page, memberCalls, 'POST');
  await joinButton(page).click();
  await expect(page.getByRole('button', { name: 'Joining...' })).toBeVisible();
  letJoin();
  await expectToast(page, 'Success!', `You've joined ${group.name}! Welcome to the group.`);
  await expectTab(page, 'Events');
  await expect(main(page).getByRole('heading', { name: 'Upcoming Events' })).toBeVisible();
  await expect(
    main(page)
      .getByText(countText(before + 1, 'member'))
      .first(),
  ).toBeVisible();
  await expect(leaveButton(page)).toBeVisible();
  await expect(joinButton(page)).toHaveCount(0);

  await reload(page);
  await expect(
    main(page)
      .getByText(countText(before + 1, 'member'))
      .first(),
  ).toBeVisible();
  await leaveButton(page).click();
  const dialog = page.getByRole('alertdialog', { name: `Leave ${group.name}?` });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(leaveButton(page)).toBeFocused();

  await leaveButton(page).click();
  await dialog.getByRole('button', { name: 'Leave Group' }).click();
  await expectToast(page, 'Success!', `You've left ${group.name}`);
  await expect(joinButton(page)).toBeVisible();
  await expect(main(page).getByText(countText(before, 'member')).first()).toBeVisible();
  await reload(page);
  await expect(joinButton(page)).toBeVisible();
});

test('a group with approval: on a phone the request can be cancelled', wide, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const group = await openGroup(page, places.membershipByApproval);
  const before = await countIn(main(page), 'member');
  const askButton = page.getByRole('button', { name: `Ask to join: ${group.name}` });
  await askButton.click();
  await expect(leaveButton(page)).toBeVisible();
  await expect(main(page).getByText(countText(before, 'member')).first()).toBeVisible();
  const mine = await read(page.request, 'GET /api/user/groups');
  expect(mine.find(({ id }) => id === group.id)?.membership?.status).toBe('pending');

  await open(page, `/groups?q=${encodeURIComponent(group.name)}`);
  await expect(card(page, paths.group(group.id))).toContainText('Member');

  await open(page, paths.group(group.id));
  await expect(leaveButton(page)).toHaveAccessibleDescription(
    'Changed your mind? Cancel my request',
  );
  const note = main(page).getByText('Changed your mind? Cancel my request');
  await expect(note).toBeVisible();
  const [above, below] = [await leaveButton(page).boundingBox(), await note.boundingBox()];
  expect(below?.y).toBeGreaterThan(above?.y ?? Infinity);
  await leaveButton(page).click();
  await page
    .getByRole('alertdialog', { name: `Cancel your request to join ${group.name}?` })
    .getByRole('button', { name: 'Cancel my request' })
    .click();
  await expectToast(page, `You've cancelled your request to join ${group.name}`);
  await expect(askButton).toBeVisible();
  await expect(main(page).getByText(countText(before, 'member')).first()).toBeVisible();
});

test('a card’s Join reads ‘Joining...’ meanwhile, then ‘Member’', wide, async ({ page }) => {
  await register(page.context());
  const group = await groupNamed(page.request, places.membershipByCard);
  await open(page, `/groups?q=${encodeURIComponent(group.name)}`);
  const own = card(page, paths.group(group.id));
  const before = await countIn(own, 'member');
  await expect(own.getByRole('button', { name: 'Join' })).toBeVisible();
  const letJoin = await delayAnswers(page, memberCalls, 'POST');
  await own.getByRole('button', { name: 'Join' }).click();
  await expect(own.getByRole('button', { name: 'Joining...' })).toBeVisible();
  letJoin();
  await expect(own.getByText('Member', { exact: true })).toBeVisible();
  await expect(own.getByText(countText(before + 1, 'member'))).toBeVisible();
  await expectToast(page, 'Success!', `You've joined ${group.name}! Welcome to the group.`);
});

test('signed out, a card’s Join and ‘Sign in to Join’ use /api/login and return to the group', async ({
  page,
}) => {
  const group = await groupNamed(page.request, places.membership);
  const destination = `/auth?next=${encodeURIComponent(paths.group(group.id))}`;
  await open(page, `/groups?q=${encodeURIComponent(group.name)}`);
  await card(page, paths.group(group.id)).getByRole('link', { name: 'Join' }).click();
  await expect(page).toHaveURL(destination);
  await open(page, paths.group(group.id));
  await page.getByRole('link', { name: 'Sign in to Join' }).click();
  await expect(page).toHaveURL(destination);
});

test('the Members tab counts members for a visitor and shows who organises', async ({ page }) => {
  const group = await groupNamed(page.request, places.membership);
  await open(page, paths.group(group.id));
  const count = await countIn(main(page), 'member');
  await page.getByRole('tab', { name: 'Members' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Members' });
  await expect(panel.getByRole('heading', { name: countText(count, 'member') })).toBeVisible();
  await expect(panel.getByRole('listitem')).toHaveCount(count);
  await expect(panel.getByRole('listitem').first()).toContainText('Member 1Organizer');
  await expect(panel.getByRole('listitem').nth(1)).toContainText('Member 2Member');
});

test.describe('to a member', () => {
  test.use({ as: 'member' });

  test('the Members tab shows first names, and no other details', async ({ page }) => {
    const group = await groupNamed(page.request, places.membership);
    await open(page, paths.group(group.id));
    await page.getByRole('tab', { name: 'Members' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Members' });
    await expect(panel.getByRole('listitem').first()).toContainText(/[A-Z]\w+Organizer$/);
    await expect(panel.getByText(/^Member \d/)).toHaveCount(0);
    expect(await page.content()).not.toContain('@example.com</');
  });

  test('‘No members’ invites people to be the first', async ({ page }) => {
    await page.route(memberCalls, (route) =>
      route.fulfill({ json: { approved: [], pending: [] } }),
    );
    await open(page, `/groups?q=${encodeURIComponent(places.membership)}`);
    await cards(page).getByRole('heading').getByRole('link').click();
    await expect(heading(page)).toHaveText(places.membership);
    await page.getByRole('tab', { name: 'Members' }).click();
    await expect(main(page)).toContainText('No members');
    await expect(main(page)).toContainText('Be the first to join this group!');
  });
});

test.describe('to an organiser', () => {
  test.use({ as: 'organiser', viewport: { width: 390, height: 844 } });

  test(
    'on a phone the group offers ‘Create Event’, and neither to leave as the last organiser nor to write to or report themselves',
    wide,
    async ({ page }) => {
      const mine = await read(page.request, 'GET /api/user/groups');
      const group = mine.find(
        ({ membership, status }) => membership?.isOrganizer && status === 'approved',
      );
      if (!group) throw new Error('the demo organiser organises nothing');
      await open(page, paths.group(group.id));
      await expect(main(page).getByRole('link', { name: 'Create Event' })).toHaveAttribute(
        'href',
        `/create-event?groupId=${group.id}`,
      );
      await expect(leaveButton(page)).toBeDisabled();
      await expect(leaveButton(page)).toHaveAccessibleDescription(
        "You're the only organiser. Make someone else an organiser before you leave.",
      );
      const facts = page.getByRole('complementary', { name: 'At a glance' });
      await expect(facts.getByRole('listitem').first()).toBeVisible();
      await expect(facts.getByRole('button', { name: 'Write to the Organisers' })).toHaveCount(0);
      await expect(facts.getByRole('link', { name: 'Report this group' })).toHaveCount(0);

      await test.step('their RSVP is a button in the page, without a bar', async () => {
        await open(page, paths.event((await nextEventOf(page.request, group)).id));
        const rsvp = page.getByRole('group', { name: 'Your RSVP' });
        await expect(rsvp).toHaveCount(1);
        await expect(rsvp.locator('xpath=ancestor::aside')).toHaveAccessibleName('Taking part');
        await expect(page.getByRole('link', { name: 'Report this event' })).toHaveCount(0);
      });
    },
  );
});

test(
  'on a phone My Events starts with hosted ones, and My Groups shows roles',
  wide,
  async ({ page, browser }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { context: owner } = await newMember(browser, 'Meg');
    const title = 'An evening of split bamboo';
    const { id } = (await newEvent(owner, browser, { title })).group;
    await register(page.context());
    await join(page.request, id);
    const me = (await read(page.request, 'GET /api/user')).user?.id ?? '';
    await open(page, paths.myGroups);
    await expect(card(page, paths.group(id))).toContainText('Member');
    await open(page, paths.myEvents);
    await expect(main(page).getByRole('heading', { name: 'You host' })).toHaveCount(0);

    await send(owner.request, 'PATCH /api/groups/:id/members/:userId', {
      params: { id, userId: me },
      body: { isOrganizer: true },
    });
    await open(page, paths.myGroups);
    await expect(card(page, paths.group(id))).toContainText('Organizer');
    await open(page, paths.myEvents);
    await expect(main(page).getByRole('heading', { level: 2 }).first()).toHaveText('You host');
    const hosted = main(page).getByRole('region', { name: 'You host' });
    await expect(hosted.getByRole('article')).toHaveCount(1);
    await expect(hosted.getByRole('heading', { level: 3 })).toHaveText(title);
    const owning = await owner.newPage();
    await open(owning, paths.myGroups);
    await expect(card(owning, paths.group(id))).toContainText('Owner');
  },
);

test(
  'a group that admins have hidden can be left in My Groups, without its name',
  wide,
  async ({ page, browser }) => {
    const { context: owner } = await newMember(browser, 'Meg');
    const admin = await demoAdmin(browser);
    const { id } = await newGroup(owner, { name: uniqueName('Lantern Walkers') });
    await review(admin, id, { status: 'approved' });
    await register(page.context());
    await join(page.request, id);
    await hide(admin, 'group', id, 'It is being looked at.');
    await open(page, paths.myGroups);
    await expect(main(page)).toContainText('Hidden by the admins');
    await expect(main(page)).not.toContainText('Lantern Walkers');
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: /^Leave Group: the one you've been in since / }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave Group' }).click();
    await expectToast(page, 'Success!', "You've left the group");
    await expect(main(page)).not.toContainText('Hidden by the admins');
  },
);

test.describe('when a call fails on the way', () => {
  test.use({ expectedNoise: lostCalls });

  test('joining and leaving are reverted, each with its own words', wide, async ({ page }) => {
    await openGroup(page);
    const lose = (method: string) =>
      page.route(memberCalls, (route) =>
        route.request().method() === method ? route.abort() : route.fallback(),
      );
    await lose('POST');
    await joinButton(page).click();
    await expectToast(page, 'Error', 'Failed to join group. Please try again.');
    await expect(joinButton(page)).toBeVisible();

    await page.unrouteAll();
    await joinButton(page).click();
    await expect(leaveButton(page)).toBeVisible();
    await lose('DELETE');
    await leaveButton(page).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave Group' }).click();
    await expectToast(page, 'Error', 'Failed to leave group. Please try again.');
    await expect(leaveButton(page)).toBeVisible();
  });
});
