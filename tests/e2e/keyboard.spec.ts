import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { wide } from '#tests/support/breadth.ts';
import { expectToast, heading, open } from './support/pages.ts';
import { register } from './support/people.ts';
import { expect, test } from './support/test.ts';

const furthest = 80;

/** Presses Tab until the element has the focus, which must be visible at each step. */
async function tabTo(page: Page, target: Locator) {
  for (let steps = 0; steps < furthest; steps += 1) {
    await page.keyboard.press('Tab');
    if (await isFocused(target)) return expectVisibleFocus(page);
  }
  throw new Error(`${String(target)} is not within ${furthest} tabs`);
}

const isFocused = (target: Locator) =>
  target.first().evaluate((element) => element === document.activeElement);

/** The focused element must be in view and marked. */
async function expectVisibleFocus(page: Page) {
  const hidden = await page.evaluate(() => {
    const focused = document.activeElement ?? document.body;
    const { left, top, width, height } = focused.getBoundingClientRect();
    const front = document.elementFromPoint(left + width / 2, top + height / 2);
    if (front && (focused.contains(front) || front.contains(focused))) return undefined;
    const opening = (element: Element | null) => element?.outerHTML.slice(0, 200);
    return { focused: opening(focused), left, top, width, height, front: opening(front) };
  });
  expect(hidden, 'the focus is hidden').toBeUndefined();
}

test('the keyboard alone skips to the content, finds an event, opens it and attends', async ({
  page,
}) => {
  await register(page.context());
  await open(page, '/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();

  await open(page, '/events');
  await tabTo(page, page.getByRole('searchbox', { name: 'Search' }));
  await page.keyboard.type('fell');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]q=fell/);
  // The tabs begin among this search's results.
  await expect(page.getByRole('heading', { name: /with “fell”/ })).toBeVisible();
  const first = page.getByRole('article').getByRole('link').first();
  await tabTo(page, first);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/events\/\d+$/);
  await expect(heading(page)).toBeFocused();

  await tabTo(page, page.getByRole('link', { name: 'Join Group to Attend' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/groups\/\d+$/);
  await tabTo(page, page.getByRole('button', { name: /^Join Group/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Events' })).toHaveAttribute('aria-selected', 'true');

  await page.goBack();
  await tabTo(page, page.getByRole('button', { name: 'Attend Event' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Going ✓' })).toBeVisible();
});

test('the keyboard alone starts a group', wide, async ({ page }) => {
  await register(page.context());
  await open(page, '/create-group');
  const name = `Stepping Stones ${randomUUID().slice(0, 8)}`;
  await tabTo(page, page.getByLabel('Group name'));
  await page.keyboard.type(name);
  await tabTo(page, page.getByLabel('Group type'));
  await page.keyboard.type('Outdoors');
  await tabTo(page, page.getByRole('radio', { name: 'Free' }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByLabel('Description'));
  await page.keyboard.type('Short walks over water, at the pace of whoever is slowest.');
  await tabTo(page, page.getByRole('button', { name: 'Create group' }));
  await page.keyboard.press('Enter');
  await expectToast(page, 'Your group has been submitted for admin approval');
  await expect(page).toHaveURL(/\/group-published-success\?groupId=\d+$/);
});
