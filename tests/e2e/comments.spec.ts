import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { formatCommentDate } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { read, readAll, send } from './support/api.ts';
import { startSite } from './support/own-site.ts';
import { expectToast, heading, delayAnswers, main, open, reload, toast } from './support/pages.ts';
import { bio, demoEmail, newEmail, password, register } from './support/people.ts';
import { eventIn, join, places } from './support/places.ts';
import { expect, lostCalls, refusals, test } from './support/test.ts';

const commentCalls = /\/api\/events\/\d+\/comments$/;
const section = (page: Page) => page.getByRole('region', { name: 'Comments' });
const post = (page: Page) => page.getByRole('button', { name: 'Post', exact: true });
const field = (page: Page) => page.getByLabel('Your comment');

/** Opens an event's page, and waits until a script has taken over its form for comments. */
async function openForm(page: Page, id: number): Promise<void> {
  await open(page, paths.event(id));
  await expect(post(page)).toBeDisabled();
}

/** Opens the page of an event as a new member of its group. */
async function openAsMember(page: Page): Promise<number> {
  await register(page.context(), { firstName: 'Ottoline' });
  const { id, groupId } = await eventIn(page.request, places.comments);
  await join(page.request, groupId);
  await openForm(page, id);
  return id;
}

test('signed out: ‘Join the conversation’, without any comment or place', async ({
  page,
  browser,
}) => {
  const member = await browser.newContext();
  await register(member);
  const { id, groupId, location = '' } = await eventIn(member.request, places.comments);
  await join(member.request, groupId);
  await send(member.request, 'POST /api/events/:id/comments', {
    params: { id },
    body: { content: 'Bring a torch for the way back' },
  });
  const comments = await read(member.request, 'GET /api/events/:id/comments', { params: { id } });
  await member.close();

  await open(page, paths.event(id));
  await expect(section(page)).toContainText('Join the conversation');
  await expect(section(page)).toContainText(
    'Sign in to view comments and participate in the discussion',
  );
  await expect(main(page)).toContainText('Members Only');
  await expect(main(page)).toContainText('Sign in to see the venue');
  await expect(field(page)).toHaveCount(0);
  const html = await page.content();
  expect(comments.length).toBeGreaterThan(0);
  for (const { content } of comments) expect(html).not.toContain(content);
  expect(html).not.toContain(location);
});

test('an outsider reads ‘You need to join the group to comment’, with Join Group', async ({
  page,
}) => {
  await register(page.context());
  const { id, groupId, location = '' } = await eventIn(page.request, places.comments);
  await open(page, paths.event(id));
  await expect(main(page)).toContainText(location);
  await expect(section(page)).toContainText('You need to join the group to comment');
  await expect(field(page)).toHaveCount(0);
  await section(page).getByRole('link', { name: 'Join Group' }).click();
  await expect(page).toHaveURL(paths.group(groupId));
});

test('a member posts: the button is disabled while blank and while posting, then ‘Comment posted’, and it stays', async ({
  page,
}) => {
  const id = await openAsMember(page);
  await expect(post(page)).toBeDisabled();
  await field(page).fill('   \n  ');
  await expect(post(page)).toBeDisabled();

  const words = `Can somebody give me a lift? ${randomUUID()}`;
  await field(page).fill(words);
  const letPost = await delayAnswers(page, commentCalls, 'POST');
  await post(page).click();
  await expect(page.getByRole('button', { name: 'Posting...' })).toBeDisabled();
  letPost();
  await expectToast(page, 'Comment posted', 'Your comment has been successfully posted');
  await expect(field(page)).toHaveValue('');
  const own = section(page).getByRole('listitem').filter({ hasText: words });
  await expect(own).toContainText('Ottoline');

  const all = await readAll(page.request, 'GET /api/events/:id/comments', { params: { id } });
  const { createdAt } = all.find(({ content }) => content === words) ?? {};
  await expect(own.getByRole('time')).toHaveText(formatCommentDate(createdAt));
  await expect(own.getByRole('time')).toHaveText(
    /^[A-Z][a-z]{2} \d{1,2}, \d{4} at \d{1,2}:\d{2} [AP]M$/,
  );
  await reload(page);
  await expect(own).toContainText('Ottoline');
});

test('typed text appears literally', async ({ page }) => {
  await openAsMember(page);
  const words = `<img src=x onerror=alert(1)> & <b>${randomUUID()}</b>`;
  await field(page).fill(words);
  await post(page).click();
  const own = section(page).getByRole('listitem').filter({ hasText: words });
  await expect(own).toBeVisible();
  await reload(page);
  await expect(own).toBeVisible();
  await expect(own.locator('img[src="x"]')).toHaveCount(0);
});

test.describe('refused by the server', () => {
  test.use({ expectedNoise: refusals });

  test('with an incomplete profile: the toast links to the profile', async ({ page }) => {
    await register(page.context(), { complete: false });
    const { id, groupId } = await eventIn(page.request, places.comments);
    await join(page.request, groupId);
    await openForm(page, id);
    await field(page).fill('Hello everybody');
    await post(page).click();
    await expectToast(page, 'Error');
    await expect(toast(page)).toContainText('Please complete your profile');
    await expect(field(page)).toHaveValue('Hello everybody');
    await toast(page).getByRole('link', { name: 'Complete Profile' }).click();
    await expect(page).toHaveURL(`/complete-profile?next=${encodeURIComponent(paths.event(id))}`);
    await expect(heading(page)).toHaveText('Complete your profile');
  });
});

test.describe('when a call fails on the way', () => {
  test.use({ expectedNoise: lostCalls });

  test('‘Failed to post comment. Please try again.’ appears, and the text stays', async ({
    page,
  }) => {
    await openAsMember(page);
    await page.route(commentCalls, (route) => route.abort());
    await field(page).fill('See you there');
    await post(page).click();
    await expectToast(page, 'Error', 'Failed to post comment. Please try again.');
    await expect(field(page)).toHaveValue('See you there');
    await expect(post(page)).toBeEnabled();
  });
});

test('the newest comments come first, and ‘Earlier comments’ loads older ones', async ({
  page,
}) => {
  const id = await openAsMember(page);
  const words = (each: number) => `Word ${each} of many`;
  for (let each = 1; each <= 21; each += 1) {
    await send(page.request, 'POST /api/events/:id/comments', {
      params: { id },
      body: { content: words(each) },
    });
  }
  await reload(page);
  const items = section(page).getByRole('listitem');
  await expect(items).toHaveCount(20);
  await expect(items.last()).toContainText(words(21));
  await expect(items.first()).toContainText(words(2));
  await section(page).getByRole('button', { name: 'Earlier comments' }).click();
  const earlier = items.filter({ hasText: words(1) }).first();
  await expect(earlier).toBeFocused();
  await expect(items.last()).toContainText(words(21));
});

test.describe('a new member', () => {
  test(
    'has links and phone numbers await review, and an admin releases them',
    wide,
    async ({ browser }) => {
      test.setTimeout(120_000);
      // The limits that slow spam down are off on the sites under test.
      const site = await startSite({ DEMO: 'true', RATE_LIMITS: '' });
      const phone = { baseURL: site.url, viewport: { width: 390, height: 844 } };
      const [member, admin] = [await browser.newContext(phone), await browser.newContext(phone)];
      const tell = async (by: BrowserContext, path: string, data: object) => {
        const answer = await by.request.post(path, { headers: { origin: site.url }, data });
        expect(answer.ok(), await answer.text()).toBe(true);
      };
      try {
        const names = { firstName: 'Robin', email: newEmail() };
        await tell(member, '/api/register', { ...names, password, confirmPassword: password });
        const location = 'Ludlow, United Kingdom';
        await tell(member, '/api/complete-profile', { bio, location, lastName: 'Ashworth' });
        await tell(admin, '/api/login', { email: demoEmail('admin'), password });
        const { id, groupId } = await eventIn(member.request, places.comments);
        await tell(member, `/api/groups/${groupId}/members`, {});

        const page = await member.newPage();
        await openForm(page, id);
        await field(page).fill('You all win at lucky-spin.casino');
        await post(page).click();
        await expectToast(page, 'Waiting for review');
        const own = section(page).getByRole('listitem').filter({ hasText: 'lucky-spin' });
        await expect(own).toContainText('Waiting for review');
        await open(page, paths.group(groupId));
        await page.getByRole('button', { name: 'Write to the Organisers' }).click();
        await page.getByLabel('Subject').fill('A lift to the hall');
        await page.getByLabel('Message').fill('Ring me on 07700 900123 if you need one.');
        await page.getByRole('button', { name: 'Send message' }).click();
        await expectToast(page, 'Waiting for review');

        const desk = await admin.newPage();
        await open(desk, paths.event(id));
        await expect(field(desk)).toBeVisible();
        const waits = section(desk).getByRole('listitem').filter({ hasText: 'lucky-spin' });
        await expect(waits.getByRole('button', { name: /^Release the comment/ })).toBeVisible();
        await open(desk, paths.adminTab('comments'));
        const contactEmails = desk.getByRole('region', { name: 'Messages to organisers' });
        await expect(contactEmails).toContainText('07700 900123');
        await contactEmails
          .getByRole('button', { name: 'Release the message A lift to the hall' })
          .click();
        await expectToast(desk, 'Message released');

        await openForm(page, id);
        await field(page).fill('The way there: ridge-walks.example');
        await post(page).click();
        await expectToast(page, 'Comment posted');
      } finally {
        await Promise.all([member.close(), admin.close()]);
        await site.stop();
      }
    },
  );
});
