import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { codeAt } from '#tests/support/codes.ts';
import { wide } from '#tests/support/breadth.ts';
import { readAll, siteAddress } from './support/api.ts';
import { linkIn } from './support/mailbox.ts';
import { heading, main } from './support/pages.ts';
import { bio, confirmAddress, newEmail, password, register } from './support/people.ts';
import { eventIn, groupNamed, join, places } from './support/places.ts';
import { expect, test } from './support/test.ts';

test.use({
  javaScriptEnabled: false,
  viewport: { width: 390, height: 800 },
  // The browser's messages about scripts that it doesn’t run.
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

test('somebody signs up after an error, and logs in later', async ({ page }) => {
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
  await expect(answer('Email')).toBeFocused();
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

test('a member joins, RSVPs, comments, cancels and leaves', async ({ page }) => {
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

/** Switches two-step sign-in on for the signed-in member. */
async function switchTwoStepOn(page: Page) {
  const call = async (path: string, data: object) => {
    const headers = { origin: siteAddress() };
    const answer = await page.request.post(path, { headers, data });
    return (await answer.json()) as Record<string, string> & { recoveryCodes: string[] };
  };
  const { key = '', ticket } = await call('/api/auth/user/two-step/setup', { password });
  const code = codeAt(key, new Date(), -1);
  const { recoveryCodes } = await call('/api/auth/user/two-step', { code, ticket });
  return { key, recoveryCodes };
}

test('the form for two-step sign-in accepts a code or a recovery code', async ({ page }) => {
  const { email } = await register(page.context());
  const { key, recoveryCodes } = await switchTwoStepOn(page);
  const logIn = async () => {
    await page.context().clearCookies();
    await page.goto(`${paths.auth}?tab=login&next=/my-groups`);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await button(page, /^Log In$/).click();
    await expect(heading(page)).toHaveText('Enter your code');
  };
  await logIn();
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await button(page, /^Log In$/).click();
  await expect(main(page)).toContainText('This code isn’t right');
  await page.getByLabel('Code', { exact: true }).fill(codeAt(key, new Date(), 1));
  await button(page, /^Log In$/).click();
  await expect(page).toHaveURL(paths.myGroups);
  await expect(main(page)).toContainText('Welcome back!');
  await logIn();
  await main(page).getByRole('link', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await button(page, /^Log In$/).click();
  await expect(page).toHaveURL(paths.myGroups);
});

test("a forgotten password is replaced through an email's link", wide, async ({ page, mailTo }) => {
  const { email } = await register(page.context());
  await page.context().clearCookies();
  await page.goto(paths.forgotPassword);
  await page.getByLabel('Email').fill('robin at home');
  await button(page, 'Send me a link').click();
  await expect(main(page)).toContainText('Please enter a valid email address');
  await expect(page.getByLabel('Email')).toHaveValue('robin at home');
  await page.getByLabel('Email').fill(email);
  await button(page, 'Send me a link').click();
  await expect(main(page)).toContainText('If there is an account with this address');
  const link = linkIn(await mailTo(email, 'new password'), '/reset-password');
  await page.goto(link);
  await page.getByLabel('New password').fill('Meeting-house2');
  await page.getByLabel('Confirm Password').fill('Meeting-house3');
  await button(page, 'Save new password').click();
  await expect(main(page)).toContainText("Passwords don't match");
  await page.getByLabel('New password').fill('Meeting-house2');
  await page.getByLabel('Confirm Password').fill('Meeting-house2');
  await button(page, 'Save new password').click();
  await expect(page).toHaveURL(paths.events);
  await expect(main(page)).toContainText('Your password has been changed');
  await page.context().clearCookies();
  await page.goto(link);
  await page.getByLabel('New password').fill('Meeting-house4');
  await page.getByLabel('Confirm Password').fill('Meeting-house4');
  await button(page, 'Save new password').click();
  await expect(heading(page)).toHaveText('This link has expired or has been used already');
});

test('an address is confirmed by a press', async ({ page, mailTo }) => {
  const { email } = await register(page.context());
  await page.goto(linkIn(await mailTo(email, 'Confirm your email'), paths.confirmEmail));
  await button(page, 'Confirm my email address').click();
  await expect(heading(page)).toHaveText('Your email address is confirmed');
});

test('a newcomer completes the profile after an error', async ({ page }) => {
  await register(page.context(), { complete: false });
  await page.goto(`${paths.completeProfile}?next=/groups`);
  await page.getByLabel('Last Name').fill('Ashworth');
  await page.getByLabel('Town and country').fill('Ludlow, United Kingdom');
  await page.getByLabel('About You').fill('Walks.');
  await button(page, /^Complete Profile/).click();
  await expect(main(page).getByRole('alert').first()).toContainText('Please try again');
  await expect(page.getByLabel('About You')).toHaveValue('Walks.');
  await expect(page.getByLabel('Last Name')).toHaveValue('Ashworth');
  await page.getByLabel('About You').fill(bio);
  await button(page, /^Complete Profile/).click();
  await expect(page).toHaveURL(paths.groups);
  await expect(main(page)).toContainText('Profile completed!');
});

test(
  'a member opens the tabs of a group, mutes it, and writes to its organisers',
  wide,
  async ({ page, mailTo }) => {
    const { email } = await register(page.context());
    await confirmAddress(page.context(), await mailTo(email, 'Confirm your email'));
    const { groupId } = await eventIn(page.request, places.comments);
    await join(page.request, groupId);
    await page.goto(paths.group(groupId));
    await main(page).getByRole('link', { name: 'Events', exact: true }).click();
    await expect(page).toHaveURL(/\?tab=events$/);
    await expect(main(page).getByRole('article').first()).toBeVisible();
    await button(page, 'Mute').click();
    await expect(button(page, 'Unmute')).toBeVisible();
    await page.goto(paths.group(groupId));
    await main(page).locator('summary').filter({ hasText: 'Write to the Organisers' }).click();
    await page.getByLabel('Subject').fill('A lantern');
    await button(page, 'Send message').click();
    await expect(main(page).getByRole('alert').first()).toContainText('Nothing was sent');
    await expect(page.getByLabel('Subject')).toHaveValue('A lantern');
    await page.getByLabel('Message').fill('May I bring one to the next evening?');
    await button(page, 'Send message').click();
    await expect(main(page)).toContainText(/Message sent|Waiting for review/);
  },
);

test('a visitor complains after an error, which loses no long text', async ({ page }) => {
  // A text of different sentences, which compresses badly.
  const text = readFileSync('docs/behaviour/events.md', 'utf8');
  const words = text.slice(10_000, 14_990).replace(/\s+/g, ' ').trim();
  await page.goto('/complaints');
  await page.getByLabel('Your complaint').fill(words);
  await button(page, 'Send complaint').click();
  await expect(main(page)).toContainText('Please choose what your complaint is about');
  await expect(page.getByLabel('Your complaint')).toHaveValue(words);
  await main(page).getByRole('radio').first().check();
  await page.getByLabel('Email').fill(newEmail());
  await button(page, 'Send complaint').click();
  await expect(main(page)).toContainText('Complaint sent');
  await expect(page).toHaveURL('/complaints');
});

test('a comment without words is refused, with the reason beside its box', async ({ page }) => {
  await register(page.context());
  const event = await eventIn(page.request, places.comments);
  await join(page.request, event.groupId);
  await page.goto(paths.event(event.id));
  await button(page, /^Post$/).click();
  await expect(page.locator('form').filter({ has: page.getByLabel('Your comment') })).toContainText(
    'Comment cannot be empty',
  );
});

test('a visitor reports a group after an error', async ({ page }) => {
  const group = await groupNamed(page.request, places.membership);
  await page.goto(`/report/group/${group.id}`);
  await page.getByLabel('What should we know?').fill('It sells watches.');
  await button(page, 'Send report').click();
  await expect(main(page)).toContainText('Please choose what is wrong');
  await expect(page.getByLabel('What should we know?')).toHaveValue('It sells watches.');
  await main(page).getByRole('radio').first().check();
  await button(page, 'Send report').click();
  await expect(main(page)).toContainText('Report sent');
});
