import type { Page } from '@playwright/test';
import { violationsOn } from '#tests/support/axe.ts';
import { hasWide, inLooks, looksFor, wide } from '#tests/support/breadth.ts';
import { accountDialogs, adminDialogs, openDialog, type DialogScreen } from './support/dialogs.ts';
import { open } from './support/pages.ts';
import { expect, test } from './support/test.ts';

/** Checks both sizes and both themes without reloading: they change under the open dialog. */
const looks = [
  { width: 320, height: 640, colorScheme: 'dark' },
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
  { width: 320, height: 640, colorScheme: 'light' },
] as const;

/** Checks one dialog after the other in one browser page, in alternating looks or each in all. */
async function expectAllWell(
  page: Page,
  dialogs: readonly DialogScreen[],
  oneByOne: boolean,
): Promise<void> {
  for (const [at, dialog] of dialogs.entries()) {
    const found = await problemsIn(page, dialog, oneByOne ? at : undefined);
    expect.soft(found, dialog.name).toEqual([]);
  }
}

async function problemsIn(
  page: Page,
  { path, open: show }: DialogScreen,
  at: number | undefined,
): Promise<string[]> {
  const found: string[] = [];
  await open(page, path);
  await show(page);
  await expect(openDialog(page)).toBeVisible();
  for (const { colorScheme, ...size } of looksFor(looks, at)) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    const violations = await violationsOn(page, {
      part: '[role=dialog], [role=alertdialog]',
      colourOnly: hasWide && colorScheme === 'dark',
    });
    found.push(...violations.map((each) => `${size.width} px, ${colorScheme}: ${each}`));
    if (await widerThan(page, size.width)) found.push(`wider than ${size.width} px`);
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

const namesOf = (dialogs: readonly DialogScreen[]) => dialogs.map(({ name }) => name).join(', ');

test.describe('axe finds no problem, and nothing overflows, in the dialog', () => {
  test.use({ reducedMotion: 'reduce' });

  test.describe('of a member', () => {
    test.use({ as: 'member' });

    test(namesOf(accountDialogs), inLooks, async ({ page }) => {
      await expectAllWell(page, accountDialogs, true);
    });
  });

  test.describe('of an admin', () => {
    test.use({ as: 'admin' });

    for (const dialogs of [adminDialogs.slice(0, 5), adminDialogs.slice(5)]) {
      test(namesOf(dialogs), wide, async ({ page }) => {
        await expectAllWell(page, dialogs, false);
      });
    }
  });
});

test.describe('a form in a dialog', () => {
  test.use({ as: 'member' });

  test('focuses its first field, and returns there when it was left empty', async ({ page }) => {
    await open(page, '/settings');
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = openDialog(page);
    const first = dialog.getByLabel('Current password');
    await expect(first).toBeFocused();
    await dialog.getByRole('button', { name: 'Save new password' }).click();
    await expect(first).toBeFocused();
    await expect(first).toHaveAccessibleDescription('Please enter your current password');
  });
});
