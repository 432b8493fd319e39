import type { Locator, Page } from '@playwright/test';
import { expect, part, test } from './support/test.ts';

/** Moves the pointer there in steps, like a hand. */
async function glide(target: Locator, beside = 0): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('there is nothing to move to');
  const y = box.y + box.height / 2;
  await target.page().mouse.move(box.x + beside + 6, y, { steps: 5 });
  await target.page().mouse.move(box.x + beside + 12, y, { steps: 3 });
}

/** Records where the focus is, for a whole round of the Tab key. */
async function stops(page: Page, inside: string, count: number): Promise<boolean[]> {
  const found: boolean[] = [];
  for (let stop = 0; stop < count; stop += 1) {
    await page.keyboard.press(stop % 3 === 2 ? 'Shift+Tab' : 'Tab');
    found.push(
      await page.evaluate((selector) => document.activeElement?.closest(selector) !== null, inside),
    );
  }
  return found;
}

test('a dialog is named, keeps the focus, closes by Escape and gives the focus back', async ({
  guide,
}) => {
  const button = part(guide, 'dialogs').getByRole('button', { name: 'Edit the profile' });
  await button.focus();
  await guide.keyboard.press('Enter');
  const dialog = guide.getByRole('dialog', { name: 'Edit Profile' });
  await expect(dialog).toHaveAccessibleDescription('Only your first name is shown to others.');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  expect(await stops(guide, '[role=dialog]', 12)).not.toContain(false);
  // Content under the dialog is out of the accessibility tree.
  await expect(guide.getByRole('heading', { level: 1 })).toHaveCount(0);

  await guide.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
});

test('a dialog closes by its cross and by a press beside it', async ({ guide }) => {
  const button = part(guide, 'dialogs').getByRole('button', { name: 'Edit the profile' });
  const dialog = guide.getByRole('dialog', { name: 'Edit Profile' });
  await button.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await button.click();
  await guide.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
});

test('a question starts at the harmless answer and ignores a press beside it', async ({
  guide,
}) => {
  await part(guide, 'dialogs').getByRole('button', { name: 'Delete the group' }).click();
  const question = guide.getByRole('alertdialog', { name: 'Delete Hebden Bridge Ramblers?' });
  await expect(question).toHaveAccessibleDescription(/14 events and all their comments/);
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await guide.mouse.click(5, 5);
  await expect(question).toBeVisible();
  await guide.keyboard.press('Escape');
  await expect(question).toBeHidden();
});

test.describe('menu', () => {
  test('opens by keyboard, goes round, finds by letter and runs the chosen item', async ({
    guide,
  }) => {
    const menus = part(guide, 'menus');
    const button = menus.getByRole('button', { name: 'Actions for Ada' });
    await button.focus();
    await guide.keyboard.press('ArrowDown');
    const menu = guide.getByRole('menu', { name: 'Actions for Ada' });
    const item = (name: string) => menu.getByRole('menuitem', { name });
    await expect(item('Open profile')).toBeFocused();
    await expect(item('Write to them')).toHaveAttribute('aria-disabled', 'true');
    await guide.keyboard.press('ArrowDown');
    await expect(item('Make an admin')).toBeFocused();
    await guide.keyboard.press('ArrowDown');
    await expect(item('Ban')).toBeFocused();
    await guide.keyboard.press('m');
    await expect(item('Make an admin')).toBeFocused();
    await guide.keyboard.press('Enter');
    await expect(menu).toBeHidden();
    await expect(menus.getByLabel('Last action')).toHaveText('made an admin');
    await expect(button).toBeFocused();
  });

  test('Escape closes it and gives the focus back', async ({ guide }) => {
    const button = part(guide, 'menus').getByRole('button', { name: 'Share' });
    await button.focus();
    await guide.keyboard.press('Enter');
    await expect(guide.getByRole('menuitem', { name: 'Copy the address' })).toBeFocused();
    await guide.keyboard.press('Escape');
    await expect(guide.getByRole('menu')).toBeHidden();
    await expect(button).toBeFocused();
  });

  test('a question from it returns the focus to its button', async ({ guide }) => {
    const menus = part(guide, 'menus');
    const button = menus.getByRole('button', { name: 'Actions for Ada' });
    await button.focus();
    await guide.keyboard.press('Enter');
    await expect(guide.getByRole('menuitem', { name: 'Open profile' })).toBeFocused();
    await guide.keyboard.press('End');
    await expect(guide.getByRole('menuitem', { name: 'Ban' })).toBeFocused();
    await guide.keyboard.press('Enter');
    const question = guide.getByRole('alertdialog', { name: 'Ban Ada?' });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await guide.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(button).toBeFocused();
    await expect(menus.getByLabel('Last action')).toHaveText('nothing');
  });
});

test.describe('tooltip', () => {
  test('opens after 700 ms, the next at once, and after 300 ms away with a delay again', async ({
    frozen,
  }) => {
    const tooltips = part(frozen, 'tooltips');
    const search = tooltips.getByRole('button', { name: 'Search' });
    const done = tooltips.getByRole('button', { name: 'Done' });
    const shown = frozen.getByRole('tooltip');
    await glide(search);
    await frozen.clock.runFor(699);
    await expect(shown).toHaveCount(0);
    await frozen.clock.runFor(1);
    await expect(shown).toHaveText('Look for an event');

    await glide(done);
    await frozen.clock.runFor(50);
    await expect(shown).toHaveText('Say that you have done it');

    await glide(done, 400);
    await frozen.clock.runFor(301);
    await expect(shown).toHaveCount(0);
    await glide(search);
    await frozen.clock.runFor(699);
    await expect(shown).toHaveCount(0);
    await frozen.clock.runFor(1);
    await expect(shown).toHaveText('Look for an event');
  });

  test('shows at once on focus, describes its button, and Escape puts it away', async ({
    guide,
  }) => {
    const tooltips = part(guide, 'tooltips');
    const search = tooltips.getByRole('button', { name: 'Search' });
    // Scrolling closes tooltips, so the page scrolls before this one opens.
    await search.evaluate(async (button) => {
      button.scrollIntoView({ block: 'center' });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    await part(guide, 'toasts').getByRole('button', { name: 'Good toast' }).focus();
    await guide.keyboard.press('Tab');
    await expect(search).toBeFocused();
    await expect(search).toHaveAccessibleDescription('Look for an event');
    await guide.keyboard.press('Escape');
    await expect(guide.getByRole('tooltip')).toHaveCount(0);
  });
});
