import type { Page } from '@playwright/test';
import { violationsOn } from './support/axe.ts';
import { accountDialogs, deskDialogs, openDialog, type DialogScreen } from './support/dialogs.ts';
import { open } from './support/pages.ts';
import { expect, test } from './support/test.ts';

const sizes = [
  { width: 1280, height: 800 },
  { width: 320, height: 640 },
];

/** Every dialog once, on one page: the sizes and themes change under it. */
async function lookAt(page: Page, dialogs: readonly DialogScreen[]): Promise<string[]> {
  const found: string[] = [];
  let at = '';
  for (const { name, path, open: show } of dialogs) {
    await page.setViewportSize({ width: 1280, height: 800 });
    if (path !== at) await open(page, path);
    at = path;
    await show(page);
    const dialog = openDialog(page);
    await expect(dialog).toBeVisible();
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const violations = await violationsOn(page, '[role=dialog], [role=alertdialog]');
        found.push(
          ...violations.map((each) => `${name}, ${size.width} px, ${colorScheme}: ${each}`),
        );
      }
      if (await widerThan(page, size.width)) found.push(`${name} is wider than ${size.width} px`);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  return found;
}

const widerThan = (page: Page, width: number) =>
  openDialog(page).evaluate(
    (dialog, most) =>
      [dialog, ...dialog.querySelectorAll('*')].some((part) => {
        const { left, right } = part.getBoundingClientRect();
        return !part.closest('.overflow-hidden, [role=application]') && (left < 0 || right > most);
      }),
    width,
  );

test.describe('with a dialog open, axe finds nothing and nothing sticks out', () => {
  test.use({ reducedMotion: 'reduce' });

  test.describe('for a member', () => {
    test.use({ as: 'member' });

    test('on the profile', async ({ page }) => {
      expect(await lookAt(page, accountDialogs)).toEqual([]);
    });
  });

  test.describe('for an admin', () => {
    test.use({ as: 'admin' });

    test('on the desk', async ({ page }) => {
      expect(await lookAt(page, deskDialogs)).toEqual([]);
    });
  });
});

test.describe('a form in a dialog', () => {
  test.use({ as: 'member' });

  test('begins at its first field, and goes back there when it was left empty', async ({
    page,
  }) => {
    await open(page, '/dashboard');
    await page.getByRole('button', { name: 'Change Password' }).click();
    const dialog = openDialog(page);
    const first = dialog.getByLabel('Current Password');
    await expect(first).toBeFocused();
    await dialog.getByRole('button', { name: 'Save the new password' }).click();
    await expect(first).toBeFocused();
    await expect(first).toHaveAccessibleDescription('Please enter your current password');
  });
});
