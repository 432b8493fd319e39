import type { Page } from '@playwright/test';
import { codeAt } from '#tests/support/codes.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { read } from './support/api.ts';
import { openDialog } from './support/dialogs.ts';
import { expectToast, heading, main, open } from './support/pages.ts';
import { logIn, password, register } from './support/people.ts';
import { expect, refusals, test } from './support/test.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function showPassword(page: Page, email: string) {
  await page.context().clearCookies();
  await open(page, '/auth?tab=login&next=/my-groups');
  await logIn(page, email);
  await expect(heading(page)).toHaveText('Enter your code');
}

/** Switches it on with a current code, up to the recovery codes; returns the app's key. */
async function setUp(page: Page): Promise<string> {
  await open(page, '/settings#two-step');
  await press(page, 'Set up two-step sign-in');
  await field(page, 'Your password').fill(password);
  await press(page, 'Continue');
  const shown = await openDialog(page)
    .getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    .textContent();
  const key = (shown ?? '').replaceAll(' ', '');
  await field(page, 'Code').fill(codeAt(key, new Date()));
  await press(page, 'Turn it on');
  await expect(openDialog(page)).toContainText("you won't see them again");
  return key;
}

/** Reads the dialogs, each of which opens once the one before is done. */
async function expectAccessible(page: Page) {
  await expect(openDialog(page)).toBeVisible();
  expect(await violationsOn(page, { part: '[role=dialog]' })).toEqual([]);
}

test.describe('two-step sign-in', () => {
  test.use({ expectedNoise: refusals });

  test('is set up, required at sign-in, replaced by a recovery code, and switched off', async ({
    page,
  }) => {
    const { email } = await register(page.context());
    const section = page.getByRole('region', { name: 'Two-step sign-in' });
    const key = await setUp(page);
    await expectAccessible(page);
    const codes = await openDialog(page).getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    await press(page, "I've saved them");
    await expect(section).toContainText('You have 10 recovery codes left');

    await showPassword(page, email);
    await field(page, 'Code').fill('000000');
    await main(page).getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(field(page, 'Code')).toHaveAccessibleDescription(/This code isn’t right/);
    await expect(field(page, 'Code')).toBeFocused();
    // Each code counts once, so this takes the next one, even before its time.
    await field(page, 'Code').fill(codeAt(key, new Date(), 1));
    await main(page).getByRole('button', { name: 'Log In', exact: true }).click();
    await expectToast(page, 'Welcome back!');
    await expect(page).toHaveURL('/my-groups');

    await showPassword(page, email);
    await press(page, 'Use a recovery code instead');
    await field(page, 'Recovery code').fill((codes[0] ?? '').toLowerCase());
    await main(page).getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page).toHaveURL('/my-groups');

    await open(page, '/settings#two-step');
    await expect(section).toContainText('You have 9 recovery codes left');
    await press(page, 'Turn off');
    await expectAccessible(page);
    await field(page, 'Your password').fill(password);
    await press(page, 'Use a recovery code instead');
    await field(page, 'Recovery code').fill(codes[1] ?? '');
    await press(page, 'Turn it off');
    await expectToast(page, 'Two-step sign-in is off');
    await expect(section).toContainText("It's off");
  });

  test('is also required before the account is deleted', wide, async ({ page }) => {
    await register(page.context());
    const key = await setUp(page);
    await press(page, "I've saved them");
    await press(page, 'Delete my account');
    await expectAccessible(page);
    await field(page, 'Your password').fill(password);
    await press(page, 'Delete for good');
    await expect(field(page, 'Code')).toHaveAccessibleDescription('Please enter the code');
    await field(page, 'Code').fill(codeAt(key, new Date(), 1));
    await press(page, 'Delete for good');
    await expect(page).toHaveURL('/');
    expect(await read(page.request, 'GET /api/user')).toEqual({});
  });

  test('leads to the sign-in in a browser without the password step', wide, async ({ page }) => {
    await open(page, '/auth/code?next=/my-groups');
    await field(page, 'Code').fill('123456');
    await main(page).getByRole('button', { name: 'Log In', exact: true }).click();
    await main(page).getByRole('alert').getByRole('link', { name: 'Log In' }).click();
    await expect(page).toHaveURL('/auth?tab=login&next=%2Fmy-groups');
  });
});
