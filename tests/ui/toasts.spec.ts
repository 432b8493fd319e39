import type { Locator, Page } from '@playwright/test';
import { openOverlay, overlays } from './support/overlays.ts';
import { expect, part, test } from './support/test.ts';

const area = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' });
const shown = (page: Page) => area(page).getByRole('listitem');
const press = (page: Page, name: string) =>
  part(page, 'toasts').getByRole('button', { name, exact: true }).click();

test('toasts come one at a time: a second replaces the first', async ({ frozen }) => {
  await press(frozen, 'Toast');
  await expect(shown(frozen)).toHaveCount(1);
  await press(frozen, 'Good toast');
  await expect(shown(frozen)).toHaveCount(1);
  await expect(shown(frozen)).toContainText('Joined the group');
});

test('toasts disappear after 5000 ms, and are forgotten 1,000,000 ms later', async ({ frozen }) => {
  const toastCount = part(frozen, 'toasts').getByLabel('Notices kept');
  await press(frozen, 'Toast');
  // A resting pointer would keep it open.
  await frozen.mouse.move(5, 5);
  await frozen.clock.runFor(4999);
  await expect(shown(frozen)).toHaveCount(1);
  await frozen.clock.runFor(1);
  await expect(shown(frozen)).toHaveCount(0);
  await frozen.clock.runFor(999_999);
  await expect(toastCount).toHaveText('1');
  await frozen.clock.runFor(1);
  await expect(toastCount).toHaveText('0');
});

test('toasts wait while the pointer rests on them', async ({ frozen }) => {
  await press(frozen, 'Toast');
  await shown(frozen).hover();
  await frozen.clock.runFor(20_000);
  await expect(shown(frozen)).toHaveCount(1);
  await frozen.mouse.move(5, 5);
  await frozen.clock.runFor(5000);
  await expect(shown(frozen)).toHaveCount(0);
});

test('toasts get the focus by F8, their action by Tab, and close by Escape', async ({ frozen }) => {
  await press(frozen, 'Danger toast');
  await expect(shown(frozen)).toHaveCount(1);
  await frozen.keyboard.press('F8');
  await expect(area(frozen).locator('ol')).toBeFocused();
  await frozen.keyboard.press('Tab');
  await expect(shown(frozen).getByRole('link', { name: 'Complete Profile' })).toBeFocused();
  await frozen.keyboard.press('Tab');
  await expect(shown(frozen).getByRole('button', { name: 'Dismiss' })).toBeFocused();
  await frozen.clock.runFor(20_000);
  await expect(shown(frozen)).toHaveCount(1);
  await frozen.keyboard.press('Escape');
  await expect(shown(frozen)).toHaveCount(0);
});

test('toasts are read out', async ({ frozen }) => {
  await press(frozen, 'Toast');
  await frozen.clock.runFor(100);
  await expect(frozen.getByRole('status').filter({ hasText: 'RSVP Confirmed' })).toContainText(
    'See you on Saturday.',
  );
});

for (const { distance, left } of [
  { distance: 49, left: 1 },
  { distance: 60, left: 0 },
]) {
  test(`a swipe of ${distance} px to the right leaves ${left}`, async ({ frozen }) => {
    await press(frozen, 'Toast');
    const box = await shown(frozen).boundingBox();
    const x = (box?.x ?? 0) + 40;
    const y = (box?.y ?? 0) + 20;
    await frozen.mouse.move(x, y);
    await frozen.mouse.down();
    await frozen.mouse.move(x + 20, y, { steps: 4 });
    await frozen.mouse.move(x + distance, y, { steps: 4 });
    await frozen.mouse.up();
    await expect(shown(frozen)).toHaveCount(left);
  });
}

test('toasts are 420 px wide at most, and as wide as a phone', async ({ frozen }) => {
  await press(frozen, 'Danger toast');
  await expect(area(frozen).locator('ol')).toHaveCSS('max-width', '420px');
  await frozen.setViewportSize({ width: 320, height: 640 });
  expect((await shown(frozen).boundingBox())?.width).toBe(288);
});

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error('it has no place');
  return box;
};

test('toasts appear at the top of a phone, away from the next step', async ({ frozen }) => {
  await frozen.setViewportSize({ width: 360, height: 800 });
  await press(frozen, 'Toast');
  const { y, height } = await boxOf(shown(frozen));
  expect(y).toBeLessThan(40);
  expect(y + height).toBeLessThan(200);
});

test('toasts contrast with the green footer', async ({ frozen }) => {
  await press(frozen, 'Good toast');
  const green = await frozen.evaluate(() => {
    const footer = document.createElement('div');
    footer.className = 'surface-hall';
    document.body.append(footer);
    return getComputedStyle(footer).backgroundColor;
  });
  expect(green).not.toBe('rgba(0, 0, 0, 0)');
  await expect(shown(frozen)).not.toHaveCSS('background-color', green);
  await expect(shown(frozen)).toHaveCSS('border-top-width', '2px');
});

for (const overlay of overlays.filter(({ name }) => name === 'dialog' || name === 'menu')) {
  test(`toasts disappear when a ${overlay.name} opens`, async ({ frozen }) => {
    await press(frozen, 'Toast');
    await expect(shown(frozen)).toHaveCount(1);
    await openOverlay(frozen, overlay);
    await expect(shown(frozen)).toHaveCount(0);
  });
}

test('toasts over an open dialog hide neither its title nor its buttons', async ({ frozen }) => {
  const [dialog] = overlays;
  await frozen.setViewportSize({ width: 360, height: 640 });
  const opened = await openOverlay(frozen, dialog);
  // Dispatches the click in script, because nothing behind the dialog can be pressed.
  await part(frozen, 'toasts')
    .getByRole('button', { name: 'Danger toast', includeHidden: true })
    .dispatchEvent('click');
  await expect(shown(frozen)).toHaveCount(1);
  const { y, height } = await boxOf(shown(frozen));
  const title = await boxOf(opened.getByRole('heading', { name: 'Edit Profile' }));
  const close = await boxOf(opened.getByRole('button', { name: 'Cancel' }));
  expect(title.y).toBeGreaterThanOrEqual(y + height);
  expect(close.y).toBeGreaterThanOrEqual(y + height);
});
