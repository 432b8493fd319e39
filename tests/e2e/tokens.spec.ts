import type { Page } from '@playwright/test';
import { minute } from '#contract/platform/durations.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { siteAddress } from './support/api.ts';
import { openDialog } from './support/dialogs.ts';
import { expectToast, open } from './support/pages.ts';
import { password, register } from './support/people.ts';
import { expect, refusals, test } from './support/test.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const section = (page: Page) => page.getByRole('region', { name: 'Access tokens' });

/** Returns the status that a program gets with the token alone. */
const statusWith = (page: Page, token: string, path = '/api/user/groups') =>
  page.evaluate(
    async ({ authorization, to }) => {
      const { status } = await fetch(to, { credentials: 'omit', headers: { authorization } });
      return status;
    },
    { authorization: `Bearer ${token}`, to: path },
  );

async function makeToken(page: Page, name: string): Promise<string> {
  await press(page, 'Create a token');
  await field(page, 'Name').fill(name);
  await press(page, 'Create token');
  const shown = openDialog(page).getByText(/^vh_[\w-]{43}$/);
  await expect(shown).toBeVisible();
  return (await shown.textContent()) ?? '';
}

test.describe('a token for scripts', () => {
  test.use({ expectedNoise: refusals });

  test('is created, copied, used for calls and no page, and revoked', async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await register(page.context());
    await open(page, '/settings#tokens');
    await expect(section(page)).toContainText("You don't have any");
    const token = await makeToken(page, 'Parish website');
    await press(page, 'Copy');
    await expectToast(page, 'Token copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    await page.keyboard.press('Escape');
    await press(page, "I've saved it");
    await expect(section(page)).toContainText('Parish website');
    await expect(section(page)).toContainText('Never used');
    expect(await page.content()).not.toContain(token);

    expect(await statusWith(page, token)).toBe(200);
    expect(await statusWith(page, token, '/api/user')).toBe(403);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${siteAddress()}/my-groups`, { headers, redirect: 'manual' });
    expect(answer.headers.get('location')).toBe('/auth?next=%2Fmy-groups');
    await page.reload();
    await expect(section(page)).toContainText('Last used');

    await press(page, 'Delete Parish website');
    await press(page, 'Delete token');
    await expectToast(page, 'Token deleted');
    await expect(section(page)).toContainText("You don't have any");
    expect(await statusWith(page, token)).toBe(401);
    await page.getByText('Recent sign-ins').click();
    const log = page.getByRole('region', { name: "Where you're signed in" });
    await expect(log).toContainText('Created a token');
    await expect(log).toContainText('Deleted a token');
  });

  test(
    'needs a name, and the password of a member who logged in a while ago',
    wide,
    async ({ page }) => {
      await register(page.context());
      await page.clock.install();
      await page.clock.fastForward(11 * minute);
      await open(page, '/settings');
      await press(page, 'Create a token');
      await press(page, 'Create token');
      await expect(field(page, 'Name')).toBeFocused();
      await expect(field(page, 'Name')).toHaveAccessibleDescription(/Please give the token a name/);
      expect(await violationsOn(page, { part: '[role=dialog]' })).toEqual([]);
      await field(page, 'Name').fill('Newsletter');
      await page.getByRole('radio', { name: /^Read and change/ }).check();
      await field(page, 'Your password').fill(password);
      await press(page, 'Create token');
      await press(page, "I've saved it");
      await expect(section(page)).toContainText('Read and change');
      await expect(section(page).getByRole('button', { name: 'Delete Newsletter' })).toBeVisible();
    },
  );

  test(
    'ends with a sign-out everywhere else, as its words say',
    wide,
    async ({ page, browser }) => {
      const { email } = await register(page.context());
      await open(page, '/settings');
      const token = await makeToken(page, 'Parish website');
      await press(page, "I've saved it");
      const { origin } = new URL(page.url());
      const other = await browser.newContext({ baseURL: origin });
      await other.request.post('/api/login', { headers: { origin }, data: { email, password } });
      await page.reload();
      await press(page, 'Sign out everywhere else');
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toContainText(
        'Your access tokens and your private calendar link will stop working.',
      );
      await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click();
      await expectToast(page, 'Signed out everywhere else');
      await expect(section(page)).toContainText("You don't have any");
      expect(await statusWith(page, token)).toBe(401);
    },
  );
});
