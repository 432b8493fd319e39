import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { readAll, read } from './support/api.ts';
import {
  waitForHydration,
  countText,
  countIn,
  expectToast,
  heading,
  main,
  open,
  reload,
} from './support/pages.ts';
import { bio, newEmail, password } from './support/people.ts';
import { card, expectTab, places } from './support/places.ts';
import { expect, test } from './support/test.ts';
import { hour } from '#contract/platform/durations.ts';

/** Picks an event of the list's first page at a closed place, in a group that anybody may join. */
async function pickEvent(page: Page) {
  const taken = new Set<string>(Object.values(places));
  const groups = await readAll(page.request, 'GET /api/groups');
  const free = groups.filter(({ joinPolicy, name }) => joinPolicy === 'open' && !taken.has(name));
  const ids = new Set(free.map(({ id }) => id));
  const events = await read(page.request, 'GET /api/events', { query: { limit: 9 } });
  const soon = Date.now() + hour;
  const event = events.find(
    (each) => ids.has(each.groupId) && Date.parse(each.startTime) > soon && !each.placePublic,
  );
  if (!event) throw new Error('the first page has no event that suits');
  return event;
}

async function signUp(page: Page) {
  await page.getByLabel('First Name').fill('Nerys');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByLabel('I am 16 or older').check();
  await main(page).getByRole('button', { name: 'Sign Up' }).click();
}

async function completeProfile(page: Page) {
  await page.getByLabel('Last Name').fill('Pugh');
  await page.getByLabel('City or Town').fill('Machynlleth');
  await expect(page.getByLabel('Country')).toHaveValue('United Kingdom');
  await page.getByLabel('About You').fill(bio);
  await page.getByRole('button', { name: 'Complete Profile & Join Community' }).click();
}

test('somebody new finds an event, signs up on the way, joins its group, attends, comments and cancels', async ({
  page,
}) => {
  const event = await pickEvent(page);
  const eventPath = paths.event(event.id);
  const side = page.getByRole('complementary', { name: 'Taking part' });

  await test.step('picks an event on /events', async () => {
    await open(page, '/events');
    await card(page, eventPath).getByRole('link').click();
    await expect(heading(page)).toHaveText(event.title);
    await expect(side).toContainText('Sign in to see the venue');
    await page.getByRole('link', { name: 'Sign in to RSVP' }).click();
    await expect(page).toHaveURL(`/auth-page?next=${encodeURIComponent(eventPath)}`);
  });

  await test.step('signs up, passes the donation by, completes the profile', async () => {
    await signUp(page);
    await expect(page).toHaveURL(/\/support\?new=true/);
    await expect(heading(page)).toHaveText('One More Step!');
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/complete-profile/);
    await completeProfile(page);
    await expectToast(page, 'Profile completed! Welcome to Villagehall!');
  });

  await test.step('is back at the event, and must join its group first', async () => {
    await expect(page).toHaveURL(eventPath);
    await expect(page.getByText('You need to join the group to RSVP')).toBeVisible();
    await page.getByRole('link', { name: 'Join Group to Attend' }).click();
    await expect(page).toHaveURL(paths.group(event.groupId));
    await expect(heading(page)).toHaveText(event.group.name);
  });

  await test.step('joins: the page tells so and shows the events', async () => {
    await page.getByRole('button', { name: 'Join Group' }).click();
    await expect(main(page)).toContainText(`You're in. Attend ${event.title}`);
    await expect(main(page)).toContainText(
      `You've joined ${event.group.name}! Welcome to the group.`,
    );
    await expectTab(page, 'Events');
    await expect(page.getByRole('button', { name: 'Leave Group' })).toBeVisible();
    await reload(page);
    await expect(page.getByRole('button', { name: 'Leave Group' })).toBeVisible();
    await page.getByRole('tab', { name: 'Events' }).click();
    await card(page, eventPath).getByRole('link').click();
    await expect(heading(page)).toHaveText(event.title);
    await expect(page).toHaveURL(eventPath);
  });

  const before = await countIn(side, 'attendee');
  await test.step('attends: one more is coming', async () => {
    await page.getByRole('button', { name: 'Attend Event' }).click();
    await expect(page.getByRole('button', { name: 'Going ✓' })).toBeVisible();
    await expect(side.getByText(countText(before + 1, 'attendee'))).toBeVisible();
    await expectToast(page, 'Success!', "You've successfully RSVPed to this event");
    await reload(page);
    await expect(page.getByRole('button', { name: 'Going ✓' })).toBeVisible();
    await expect(side.getByText(countText(before + 1, 'attendee'))).toBeVisible();
  });

  await test.step('finds it among My Events', async () => {
    await open(page, '/my-events');
    await expect(card(page, eventPath)).toContainText('Going');
    await open(page, eventPath);
  });

  await test.step('comments', async () => {
    const words = `Is there parking nearby? ${randomUUID()}`;
    await page.getByLabel('Your comment').fill(words);
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await expectToast(page, 'Comment posted', 'Your comment has been successfully posted');
    await expect(page.getByRole('listitem').filter({ hasText: words })).toContainText('Nerys');
    await reload(page);
    await expect(page.getByRole('listitem').filter({ hasText: words })).toContainText('Nerys');
  });

  await test.step('cancels: all is as before', async () => {
    await page.getByRole('button', { name: 'Going ✓' }).click();
    await expectToast(page, 'Success!', "You've canceled your RSVP");
    await expect(page.getByRole('button', { name: 'Attend Event' })).toBeVisible();
    await expect(side.getByText(countText(before, 'attendee'))).toBeVisible();
    await reload(page);
    await expect(page.getByRole('button', { name: 'Attend Event' })).toBeVisible();
    await expect(side.getByText(countText(before, 'attendee'))).toBeVisible();
  });

  await test.step('signs out', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/');
    await waitForHydration(page);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
  });
});
