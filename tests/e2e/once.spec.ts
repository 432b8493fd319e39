import { randomUUID } from 'node:crypto';
import type { Locator, Page, Route } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { readAll } from './support/api.ts';
import { fillGroup, uniqueName } from './support/hosts.ts';
import { expectToast, main, open } from './support/pages.ts';
import { register } from './support/people.ts';
import { eventIn, groupNamed, join, places } from './support/places.ts';
import { expect, lostCalls, test } from './support/test.ts';

const phone = { width: 390, height: 844 };
const commentCalls = /\/api\/events\/\d+\/comments$/;
const groupCalls = /\/api\/groups$/;

/** Simulates a thumb that bounces: the second tap comes before React has rendered the first. */
async function tapTwice(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.evaluate((element: HTMLButtonElement) => {
    element.click();
    element.click();
  });
}

/** The server does the work, but its first answer is lost on the way. */
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

async function openGroupForm(page: Page) {
  await register(page.context());
  await open(page, paths.createGroup);
  const name = uniqueName('Slow Riders');
  await fillGroup(page, name);
  const started = async () => {
    const mine = await readAll(page.request, 'GET /api/user/groups', {});
    return mine.filter((group) => group.name === name).length;
  };
  return { started, create: main(page).getByRole('button', { name: 'Create group' }) };
}

/** Records the methods of the calls that change something. */
function changesTo(page: Page, calls: RegExp): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (calls.test(request.url()) && request.method() !== 'GET') sent.push(request.method());
  });
  return sent;
}

/** Opens an event as a new member of its group, and returns the calls that change attendance. */
async function openAsMember(page: Page) {
  await register(page.context());
  const { id, groupId } = await eventIn(page.request, places.comments);
  await join(page.request, groupId);
  await open(page, paths.event(id));
  return changesTo(page, /\/api\/events\/\d+\/rsvps$/);
}

test.describe('a second tap just after the answer', () => {
  test.use({ viewport: phone });

  test('changes nothing; a later press cancels, and the button says so', wide, async ({ page }) => {
    const sent = await openAsMember(page);
    const going = main(page).getByRole('button', { name: 'Going ✓, press to cancel' });
    await main(page).getByRole('button', { name: 'Attend Event' }).click();
    await going.evaluate((button: HTMLButtonElement) => button.click());
    await expect(going).toBeDisabled();
    await expect(going).toBeEnabled();
    expect(sent).toEqual(['POST']);
    await going.click();
    await expectToast(page, 'RSVP cancelled');
    expect(sent).toEqual(['POST', 'DELETE']);
  });
});

test.describe('two quick taps', () => {
  test('post one comment', async ({ page }) => {
    const { post, posted } = await openComments(page);
    await tapTwice(post);
    await expectToast(page, 'Comment posted');
    expect(await posted()).toBe(1);
  });

  test('create one group', wide, async ({ page }) => {
    const { create, started } = await openGroupForm(page);
    await tapTwice(create);
    await expect(page).toHaveURL(/groupId=\d+$/);
    expect(await started()).toBe(1);
  });
});

test.describe('two quick taps on a phone', () => {
  test.use({ viewport: phone });

  test('add one RSVP, which stays', async ({ page }) => {
    const sent = await openAsMember(page);
    await tapTwice(main(page).getByRole('button', { name: 'Attend Event' }));
    await expect(main(page).getByRole('button', { name: 'Going ✓' })).toBeEnabled();
    expect(sent).toEqual(['POST']);
  });

  test('join a group once', wide, async ({ page }) => {
    await register(page.context());
    const { id } = await groupNamed(page.request, places.membership);
    await open(page, paths.group(id));
    const sent = changesTo(page, /\/api\/groups\/\d+\/members$/);
    await tapTwice(main(page).getByRole('button', { name: 'Join Group' }));
    await expect(main(page).getByRole('button', { name: 'Leave Group' })).toBeVisible();
    expect(sent).toEqual(['POST']);
  });
});

test.describe('a lost answer', () => {
  test.use({ expectedNoise: lostCalls });

  test('leads to one comment after another try', wide, async ({ page }) => {
    const { post, posted } = await openComments(page);
    await loseFirstAnswer(page, commentCalls);
    await post.click();
    await expectToast(page, 'Error');
    await post.click();
    await expectToast(page, 'Comment posted');
    expect(await posted()).toBe(1);
  });

  test('leads to one group after another try', wide, async ({ page }) => {
    const { create, started } = await openGroupForm(page);
    await loseFirstAnswer(page, groupCalls);
    await create.click();
    await expectToast(page, 'Group not created', 'Failed to create group. Please try again.');
    await create.click();
    await expect(page).toHaveURL(/groupId=\d+$/);
    expect(await started()).toBe(1);
  });
});
