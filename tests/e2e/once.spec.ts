import { randomUUID } from 'node:crypto';
import type { Locator, Page, Route } from '@playwright/test';
import { paths } from '../../contract/paths.ts';
import { wide } from '../support/breadth.ts';
import { readAll } from './support/api.ts';
import { expectToast, main, open } from './support/pages.ts';
import { register } from './support/people.ts';
import { eventIn, join, places } from './support/places.ts';
import { expect, lostCalls, test } from './support/test.ts';

const commentCalls = /\/api\/events\/\d+\/comments$/;
const groupCalls = /\/api\/groups$/;

/** A thumb that bounces: the second tap comes before React has drawn the first. */
const tapTwice = (button: Locator) =>
  button.evaluate((element: HTMLButtonElement) => {
    element.click();
    element.click();
  });

/** The server does what it is asked, and its first answer is lost on the way. */
async function loseFirstAnswer(page: Page, calls: RegExp): Promise<void> {
  let lost = false;
  await page.route(calls, async (route: Route) => {
    if (route.request().method() !== 'POST' || lost) return route.fallback();
    lost = true;
    await route.fetch();
    await route.abort();
  });
}

async function openComments(page: Page) {
  await register(page.context());
  const { id, groupId } = await eventIn(page.request, places.comments);
  await join(page.request, groupId);
  await open(page, paths.event(id));
  const content = `See you at the pump ${randomUUID().slice(0, 8)}`;
  await page.getByLabel('Your comment').fill(content);
  const posted = async () => {
    const all = await readAll(page.request, 'GET /api/events/:id/comments', { params: { id } });
    return all.filter((comment) => comment.content === content).length;
  };
  return { posted, post: main(page).getByRole('button', { name: 'Post', exact: true }) };
}

async function fillGroup(page: Page) {
  await register(page.context());
  await open(page, paths.createGroup);
  const name = `Slow Riders ${randomUUID().slice(0, 8)}`;
  await page.getByLabel('Group Name').fill(name);
  await page.getByLabel('Group Type').selectOption('outdoorsAdventure');
  await page.getByRole('radio', { name: 'Free' }).check();
  await page
    .getByLabel('Description')
    .fill(`Slow rides along the Clun, and ${randomUUID()} for those who look it up.`);
  const started = async () => {
    const mine = await readAll(page.request, 'GET /api/user/groups', {});
    return mine.filter((group) => group.name === name).length;
  };
  return { started, create: main(page).getByRole('button', { name: 'Create Group' }) };
}

test.describe('two quick taps', () => {
  test('post one comment', async ({ page }) => {
    const { post, posted } = await openComments(page);
    await tapTwice(post);
    await expectToast(page, 'Comment posted');
    expect(await posted()).toBe(1);
  });

  test('start one group', async ({ page }) => {
    const { create, started } = await fillGroup(page);
    await tapTwice(create);
    await expect(page).toHaveURL(/groupId=\d+$/);
    expect(await started()).toBe(1);
  });
});

test.describe('an answer that is lost', () => {
  test.use({ expectedNoise: lostCalls });

  test('leaves one comment, when it is posted again', wide, async ({ page }) => {
    const { post, posted } = await openComments(page);
    await loseFirstAnswer(page, commentCalls);
    await post.click();
    await expectToast(page, 'Error');
    await post.click();
    await expectToast(page, 'Comment posted');
    expect(await posted()).toBe(1);
  });

  test('leaves one group, when it is sent again', async ({ page }) => {
    const { create, started } = await fillGroup(page);
    await loseFirstAnswer(page, groupCalls);
    await create.click();
    await expectToast(page, 'Error');
    await create.click();
    await expect(page).toHaveURL(/groupId=\d+$/);
    expect(await started()).toBe(1);
  });
});
