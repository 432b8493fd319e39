import type { Browser, BrowserContext, Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { read } from './support/api.ts';
import { approve, newContext, newGroup, newMember } from './support/hosts.ts';
import { expectToast, heading, main, open, toast } from './support/pages.ts';
import { fillProfile, fillSignUp, newEmail, password, register } from './support/people.ts';
import { expect, test } from './support/test.ts';

const phone = { viewport: { width: 390, height: 844 } };

test.use({ ...phone, permissions: ['clipboard-read', 'clipboard-write'] });

/** A public group of somebody new, with its invitation link. */
async function invitingGroup(owner: BrowserContext, browser: Browser) {
  await register(owner);
  const group = await newGroup(owner);
  await approve(browser, group.id);
  const { url } = await read(owner.request, 'GET /api/groups/:id/invitation-link', {
    params: { id: group.id },
  });
  return { ...group, url, words: `You're invited to ${group.name}` };
}

const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name });

test('somebody signs up by a group’s link, and joins by the one press at its end', async ({
  page,
  browser,
}) => {
  const group = await invitingGroup(page.context(), browser);
  const visit = await (await newContext(browser, phone)).newPage();
  await open(visit, group.url);
  await expect(heading(visit)).toHaveText(group.words);
  await expect(button(visit, /join/i)).toHaveCount(0);
  await visit.getByRole('link', { name: 'Sign in to Join' }).click();
  await expect(heading(visit)).toHaveText(group.words);
  expect(await violationsOn(visit)).toEqual([]);
  await fillSignUp(visit);
  await button(visit, /^Sign Up$/).click();
  await expect(heading(visit)).toHaveText('One More Step!');
  await expect(main(visit)).toContainText(group.words);
  await visit.getByRole('link', { name: 'Continue' }).click();
  await expect(heading(visit)).toHaveText('Complete your profile');
  await expect(main(visit)).toContainText(group.words);
  await fillProfile(visit);
  await button(visit, 'Complete Profile & Join Community').click();
  await expect(heading(visit)).toHaveText(group.words);
  await expect(button(visit, /join/i)).toHaveCount(1);
  await expect(button(visit, /^Share/)).toHaveCount(0);
  expect(await violationsOn(visit)).toEqual([]);
  await button(visit, /^Join Group/).click();
  await expectToast(visit, 'Success!', `You've joined ${group.name}! Welcome to the group.`);
  await expect(heading(visit)).toHaveText(group.name);
});

test.describe('without script', () => {
  test.use({ expectedNoise: /script|\.js csp/i });

  test('the same link leads through the same pages', wide, async ({ page, browser }) => {
    const group = await invitingGroup(page.context(), browser);
    const context = await newContext(browser, { ...phone, javaScriptEnabled: false });
    const visit = await context.newPage();
    await visit.goto(group.url);
    await expect(heading(visit)).toHaveText(group.words);
    await visit.getByRole('link', { name: 'Sign in to Join' }).click();
    await expect(heading(visit)).toHaveText(group.words);
    await visit.getByLabel('First Name').fill('Bronwen');
    await visit.getByLabel('Email', { exact: true }).fill(newEmail());
    await visit.getByLabel('Password', { exact: true }).fill(password);
    await visit.getByLabel('Confirm Password').fill(password);
    await visit.getByLabel('I am 16 or older').check();
    await button(visit, /^Sign Up$/).click();
    await expect(main(visit)).toContainText(group.words);
    await visit.getByRole('link', { name: 'Continue' }).click();
    await expect(main(visit)).toContainText(group.words);
    await visit.goto(group.url);
    await button(visit, /^Join Group/).click();
    await expect(heading(visit)).toHaveText(group.name);
    await expect(main(visit)).toContainText("You've joined the group! Welcome.");
    await expect(visit).toHaveURL(paths.group(group.id));
    const { joined } = await read(page.request, 'GET /api/groups/:id/invitation-link', {
      params: { id: group.id },
    });
    expect(joined).toBe(1);
  });
});

test('a second adult reads who asks, and the child’s name once signed in', async ({ browser }) => {
  const { context: tom } = await newMember(browser, 'Tom');
  await tom.grantPermissions(['clipboard-read', 'clipboard-write']);
  const settings = await tom.newPage();
  await open(settings, paths.settings);
  const section = main(settings).getByRole('region', { name: 'Your household' });
  await section.getByRole('button', { name: 'Add a child' }).click();
  await settings.getByLabel('First name').fill('Mali');
  await settings.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(section).toContainText('Only you answer for Mali');
  await section.getByRole('button', { name: 'Invite another adult' }).click();
  const rule = 'Send it to the other adult. It works once, for a week.';
  await expectToast(settings, 'Your link is ready', rule);
  await expect(toast(settings)).not.toContainText('/household');
  await toast(settings).getByRole('button', { name: 'Share' }).click();
  await expectToast(settings, 'Link copied', rule);
  const link = await settings.evaluate(() => navigator.clipboard.readText());

  const visit = await (await newContext(browser, phone)).newPage();
  await open(visit, link);
  await expect(heading(visit)).toHaveText('Tom asks you to answer for a child too');
  await expect(main(visit)).toContainText('The link works once, for a week.');
  await expect(visit.locator('body')).not.toContainText('Mali');
  expect(await violationsOn(visit)).toEqual([]);
  await fillSignUp(visit);
  await button(visit, /^Sign Up$/).click();
  await expect(main(visit)).toContainText('Tom asks you to answer for Mali too');
  await visit.getByRole('link', { name: 'Continue' }).click();
  await expect(main(visit)).toContainText('Tom asks you to answer for Mali too');
  await fillProfile(visit);
  await button(visit, 'Complete Profile & Join Community').click();
  await expect(heading(visit)).toHaveText('Tom asks you to answer for Mali too');
  await expect(main(visit)).toContainText('The link works once, for a week.');
  expect(await violationsOn(visit)).toEqual([]);
  await button(visit, 'Accept').click();
  await expectToast(visit, 'You answer for Mali now');
});
