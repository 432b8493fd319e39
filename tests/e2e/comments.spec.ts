import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { formatCommentDate } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { read, readAll, send } from './support/api.ts';
import { addEvent, newMember, ownGroup } from './support/hosts.ts';
import { expectToast, heading, delayAnswers, main, open, reload, toast } from './support/pages.ts';
import { register } from './support/people.ts';
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

test('signed out, the page has ‘Join the conversation’, and no comment or place', async ({
  page,
  browser,
}) => {
  const { context: member } = await newMember(browser, 'Robin');
  const { id, groupId, location = '' } = await eventIn(member.request, places.comments);
  await join(member.request, groupId);
  await send(member.request, 'POST /api/events/:id/comments', {
    params: { id },
    body: { content: 'Bring a torch for the way back' },
  });
  const comments = await read(member.request, 'GET /api/events/:id/comments', { params: { id } });

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

test.describe('a member', () => {
  test.use({ expectedNoise: lostCalls });

  test('posts a comment: the button waits, a lost text stays, and markup appears literally', async ({
    page,
  }) => {
    const id = await openAsMember(page);
    await field(page).fill('   \n  ');
    await expect(post(page)).toBeDisabled();

    const words = `<img src=x onerror=alert(1)> & <b>${randomUUID()}</b>`;
    await field(page).fill(words);
    await page.route(commentCalls, (route) => route.abort());
    await post(page).click();
    await expectToast(page, 'Error', 'Failed to post comment. Please try again.');
    await expect(field(page)).toHaveValue(words);
    await page.unrouteAll();
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
    await expect(own.locator('img[src="x"]')).toHaveCount(0);
  });
});

test.describe('refused by the server', () => {
  test.use({ expectedNoise: refusals });

  test(
    'shows a toast that links to the profile, when that is incomplete',
    wide,
    async ({ page }) => {
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
    },
  );
});

test('the newest comments come first, then one’s own, and ‘Earlier comments’ loads older ones', async ({
  page,
}) => {
  const id = await addEvent(page.context(), (await ownGroup(page.context())).id);
  const words = (each: number) => `Word ${each} of many`;
  for (let each = 1; each <= 21; each += 1) {
    await send(page.request, 'POST /api/events/:id/comments', {
      params: { id },
      body: { content: words(each) },
    });
  }
  await openForm(page, id);
  const items = section(page).getByRole('listitem');
  await expect(items).toHaveCount(20);
  await expect(items.last()).toContainText(words(21));
  await expect(items.first()).toContainText(words(2));
  await field(page).fill('The last word, with www.example.org in it');
  await post(page).click();
  const own = items.filter({ hasText: 'The last word' });
  await expect(own).toBeInViewport();
  await expect(own).toBeFocused();
  await section(page).getByRole('button', { name: 'Earlier comments' }).click();
  await expect(section(page).locator('li:focus')).toContainText(/Word [12] of many/);
  await expect(items).toHaveCount(22);
  await expect(items.last()).toContainText('The last word');
});
