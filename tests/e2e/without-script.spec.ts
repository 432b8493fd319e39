import type { Page } from '@playwright/test';
import { paths } from '../../contract/paths.ts';
import { readAll } from './support/api.ts';
import { heading, main } from './support/pages.ts';
import { newEmail, password, register } from './support/people.ts';
import { eventIn, groupNamed, join, places } from './support/places.ts';
import { expect, test } from './support/test.ts';

test.use({
  javaScriptEnabled: false,
  viewport: { width: 390, height: 800 },
  // What the browser says of scripts that it doesn’t run.
  expectedNoise: /script|\.js csp/i,
});

const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name });

test('the phone’s menu opens and leads on', async ({ page }) => {
  await page.goto(paths.home);
  await page.getByRole('banner').getByText('Menu', { exact: true }).click();
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Log In' })).toBeVisible();
  await menu.getByRole('link', { name: 'Discover Groups' }).click();
  await expect(heading(page)).toHaveText('Discover Groups');
});

test('somebody signs up, is told what is wrong first, and logs in later', async ({ page }) => {
  const email = newEmail();
  const answer = (label: string) => page.getByLabel(label, { exact: true });
  await page.goto(paths.auth);
  await answer('First Name').fill('Bronwen');
  await answer('Email').fill('bronwen at home');
  await answer('Password').fill(password);
  await answer('Confirm Password').fill(password);
  await button(page, /^Sign Up$/).click();
  await expect(main(page).getByRole('alert').first()).toContainText('Registration failed');
  await expect(main(page)).toContainText('Please enter a valid email address');
  await expect(main(page)).toContainText('Please tick this if you are old enough');
  await expect(answer('First Name')).toHaveValue('Bronwen');
  await expect(answer('Email')).toHaveValue('bronwen at home');
  await expect(answer('Password')).toHaveValue('');
  await answer('Email').fill(email);
  await answer('Password').fill(password);
  await answer('Confirm Password').fill(password);
  await page.getByLabel('I am 16 or older').check();
  await button(page, /^Sign Up$/).click();
  await expect(page).toHaveURL('/support?new=true');
  await expect(main(page).getByRole('status').first()).toContainText('Your account is ready');

  await page.context().clearCookies();
  await page.goto(`${paths.auth}?next=/groups`);
  await page.getByRole('link', { name: 'Log in instead' }).click();
  await answer('Email').fill(email);
  await answer('Password').fill('Village-hall2');
  await button(page, /^Log In$/).click();
  await expect(main(page)).toContainText('The email or password is not right');
  await expect(answer('Email')).toHaveValue(email);
  await answer('Password').fill(password);
  await button(page, /^Log In$/).click();
  await expect(page).toHaveURL(paths.groups);
  await expect(main(page)).toContainText('Welcome back!');
});

test('a member joins, goes, comments, cancels and leaves', async ({ page }) => {
  await register(page.context());
  const event = await eventIn(page.request, places.comments);
  await page.goto(paths.group(event.groupId));
  await button(page, /^Join Group/)
    .first()
    .click();
  await expect(main(page)).toContainText("You've joined the group! Welcome.");

  await page.goto(paths.event(event.id));
  await button(page, 'Attend Event').first().click();
  await expect(main(page)).toContainText("You've successfully RSVPed to this event");
  const words = `Shall I bring a lantern? ${newEmail()}`;
  await page.getByLabel('Your comment').fill(words);
  await button(page, /^Post$/).click();
  await expect(main(page)).toContainText('Comment posted');
  await expect(main(page)).toContainText(words);
  const comments = await readAll(page.request, 'GET /api/events/:id/comments', {
    params: { id: event.id },
  });
  expect(comments.filter(({ content }) => content === words)).toHaveLength(1);
  await button(page, 'Cancel RSVP').first().click();
  await expect(main(page)).toContainText("You've canceled your RSVP");
  await expect(button(page, 'Attend Event').first()).toBeVisible();

  await page.goto(paths.group(event.groupId));
  await button(page, /^Leave Group$/)
    .first()
    .click();
  await expect(main(page)).toContainText("You've left the group");
  await expect(button(page, /^Join Group/).first()).toBeVisible();
});

test('a comment without words is refused, and says why beside its box', async ({ page }) => {
  await register(page.context());
  const event = await eventIn(page.request, places.comments);
  await join(page.request, event.groupId);
  await page.goto(paths.event(event.id));
  await button(page, /^Post$/).click();
  await expect(page.locator('form').filter({ has: page.getByLabel('Your comment') })).toContainText(
    'Comment cannot be empty',
  );
});

test('a visitor reports a group, after a slip', async ({ page }) => {
  const group = await groupNamed(page.request, places.membership);
  await page.goto(`/report/group/${group.id}`);
  await page.getByLabel('What should we know?').fill('It sells watches.');
  await button(page, 'Send Report').click();
  await expect(main(page)).toContainText('Please choose what is wrong');
  await expect(page.getByLabel('What should we know?')).toHaveValue('It sells watches.');
  await main(page).getByRole('radio').first().check();
  await button(page, 'Send Report').click();
  await expect(main(page)).toContainText('Report sent');
});

test('a visitor complains, after a slip', async ({ page }) => {
  await page.goto('/complaints');
  await page.getByLabel('Your complaint').fill('Nobody answered me.');
  await button(page, 'Send Complaint').click();
  await expect(main(page)).toContainText('Please choose what your complaint is about');
  await expect(page.getByLabel('Your complaint')).toHaveValue('Nobody answered me.');
  await main(page).getByRole('radio').first().check();
  await page.getByLabel('Email').fill(newEmail());
  await button(page, 'Send Complaint').click();
  await expect(main(page)).toContainText('Complaint sent');
});

test('a visitor searches events and groups', async ({ page }) => {
  await page.goto(paths.events);
  await main(page).getByText('Filters').first().click();
  await page.getByPlaceholder('Walks, choirs, chess').fill('walk');
  await button(page, 'Search').click();
  await expect(page).toHaveURL(/\/events\?.*q=walk/);
  await expect(heading(page)).toHaveText('Explore Events');
});
