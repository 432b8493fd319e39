import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { client, startIssuer } from '#tests/support/issuer.ts';
import { wide } from '#tests/support/breadth.ts';
import { siteAddress } from './support/api.ts';
import { linkIn } from './support/mailbox.ts';
import { startSite } from './support/own-site.ts';
import { expectToast, heading, main, open } from './support/pages.ts';
import { fillSignUp, logIn, password, register, signIn } from './support/people.ts';
import { expect, lostCalls, refusals, test } from './support/test.ts';

/** Follows the advice of the page: three words, a number and a symbol. */
const newPassword = 'otter-lantern-7-teapot';
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function choosePassword(page: Page, word = newPassword) {
  await field(page, 'New password').fill(word);
  await field(page, 'Confirm Password').fill(word);
  await page.getByRole('button', { name: 'Save new password' }).click();
}

test.describe('a forgotten password', () => {
  test('is replaced on a phone through the emailed link, once, as the page advises', async ({
    page,
    mailTo,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { email } = await register(page.context());
    await page.context().clearCookies();
    await open(page, '/auth?tab=login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(heading(page)).toHaveText('Forgot your password?');
    await field(page, 'Email').fill(email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expect(page.getByRole('status')).toContainText(`If there's an account for ${email}`);
    await open(page, linkIn(await mailTo(email, 'Choose a new password'), '/reset-password'));
    await expect(main(page).getByText('Three random words')).toHaveText(
      /^Three random words with a number and a symbol between them /,
    );
    await field(page, 'New password').fill('otter lantern teapot');
    await page.getByRole('button', { name: 'Save new password' }).click();
    for (const part of ['number', 'special character'])
      await expect(main(page).getByText(`Password must contain a ${part}`)).toBeVisible();
    await choosePassword(page);
    await expectToast(page, 'Your password has been changed');
    await expect(page).toHaveURL('/events');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('link', { name: 'Sign Out' })).toBeVisible();
  });

  test.describe('with a used link', () => {
    test.use({ expectedNoise: refusals });

    test('shows so, with the way to another', wide, async ({ page }) => {
      await open(page, `/reset-password?token=${'x'.repeat(43)}`);
      await choosePassword(page);
      await expect(heading(page)).toHaveText('This link has expired or has been used already');
      await page.getByRole('link', { name: 'Send me another link' }).click();
      await expect(page).toHaveURL('/forgot-password');
    });
  });
});

test('an address is confirmed by a press after logging in', wide, async ({ page, mailTo }) => {
  const { email } = await register(page.context());
  await page.context().clearCookies();
  await open(page, linkIn(await mailTo(email, 'Confirm your email'), '/confirm-email'));
  await expect(heading(page)).toHaveText('Log in to confirm your email address');
  await main(page).getByRole('link', { name: 'Log In' }).click();
  await logIn(page, email);
  await page.getByRole('button', { name: 'Confirm my email address' }).click();
  await expect(heading(page)).toHaveText('Your email address is confirmed');
  await page.getByRole('link', { name: 'Go to your profile' }).click();
  await expect(page).toHaveURL(paths.dashboard);
  await open(page, paths.settings);
  await expect(page.getByRole('region', { name: 'Signing in' })).toContainText('Confirmed');
});

test.describe('the sign-in settings', () => {
  test.use({ expectedNoise: refusals });

  test('list the sessions, end one, and change the password', async ({ page, browser }) => {
    const { email } = await register(page.context());
    const phone = await browser.newContext({
      baseURL: siteAddress(),
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    });
    await signIn(phone, email);
    await open(page, '/settings#sessions');
    const sessions = page.getByRole('region', { name: "Where you're signed in" });
    await expect(sessions.getByRole('listitem')).toHaveCount(2);
    await expect(sessions.getByRole('listitem').first()).toContainText('This device');
    await sessions.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
    await expectToast(page, 'Signed out: Safari on iPhone');
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    expect(await (await phone.request.get('/api/user')).json()).toEqual({});

    await page.getByRole('button', { name: 'Change password' }).click();
    await field(page, 'Current password').fill('not-the-1-password');
    await choosePassword(page);
    await expect(field(page, 'Current password')).toHaveAccessibleDescription(
      'This is not your current password',
    );
    await field(page, 'Current password').fill(password);
    await page.getByRole('button', { name: 'Save new password' }).click();
    await expectToast(page, 'Your password has been changed');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('people never meet the field for robots: unseen, unfocusable, unread', async ({ page }) => {
  await open(page, '/auth');
  const form = page.locator('form').filter({ hasText: 'Confirm Password' });
  await expect(form.getByRole('textbox', { name: 'Leave this empty' })).toHaveCount(0);
  await expect(form.locator('input[name="website"]')).not.toBeInViewport();
  const first = field(page, 'First Name');
  await first.focus();
  const met: (string | null)[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    await page.keyboard.press('Tab');
    met.push(await page.evaluate(() => document.activeElement?.getAttribute('name') ?? null));
  }
  expect(met).toContain('password');
  expect(met).not.toContain('website');
});

test('a password can be shown, and hidden again', async ({ page }) => {
  await open(page, '/auth?tab=login');
  await field(page, 'Password').fill('secret words');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password');
});

test.describe('without a message from the server', () => {
  test.use({ expectedNoise: lostCalls });

  test('‘Login failed’ reads: ‘Please check your email and password.’', wide, async ({ page }) => {
    await page.route('/api/login', (route) => route.abort());
    await open(page, '/auth?tab=login');
    await logIn(page, 'ada@example.com');
    await expectToast(page, 'Login failed', 'Please check your email and password.');
  });

  test('‘Registration failed’ reads: ‘Please try again.’', wide, async ({ page }) => {
    await page.route('/api/register', (route) => route.abort());
    await open(page, '/auth');
    await fillSignUp(page);
    await main(page).getByRole('button', { name: 'Sign Up', exact: true }).click();
    await expectToast(page, 'Registration failed', 'Please try again.');
  });
});

test(
  'people sign in by an issuer: the operator is the first admin, and people without a password leave by their address',
  wide,
  async ({ page }) => {
    test.setTimeout(120_000);
    const issuer = await startIssuer();
    for (const [name, given_name, family_name] of [
      ['bronwen', 'Bronwen', 'Rees'],
      ['emrys', 'Emrys', 'Lloyd'],
    ] as const) {
      const email = `${name}@parish.example`;
      issuer.people.set(name, { email, email_verified: true, given_name, family_name });
    }
    const site = await startSite({
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      ADMIN_EMAIL: 'bronwen@parish.example',
    });
    const signInAs = async (name: string) => {
      await page.getByRole('link', { name: 'Use single sign-on' }).click();
      await page.getByLabel('Name').fill(name);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page).toHaveURL(`${site.url}/support?new=true`);
    };
    try {
      await open(page, `${site.url}/auth`);
      await page.getByRole('link', { name: 'Use single sign-on' }).click();
      await expect(page.getByRole('alert')).toContainText(
        "Single sign-on isn't available right now",
      );
      issuer.serve(`${site.url}/api/login/callback`);
      await signInAs('bronwen');
      await expect(heading(page)).toHaveText('One More Step!');
      await test.step('where no payments are set, the page says so and leads on', async () => {
        await expect(main(page)).toContainText("There's nothing to pay.");
        await main(page).getByRole('button', { name: '£5 Supporter' }).click();
        await expect(main(page).getByRole('button', { name: 'Support Us £5' })).toBeDisabled();
        await main(page).getByRole('link', { name: 'Continue' }).click();
        await expect(page).toHaveURL(`${site.url}/complete-profile`);
      });
      await open(page, `${site.url}/dashboard`);
      await expect(heading(page)).toHaveText('Bronwen Rees');
      await expect(main(page).getByRole('link', { name: 'Admin Panel' })).toBeVisible();
      await open(page, `${site.url}/settings`);
      await expect(page.getByRole('region', { name: 'Signing in' })).toContainText(
        `You can sign in with your account at ${new URL(issuer.url).host}.`,
      );

      await page.context().clearCookies();
      await open(page, `${site.url}/auth`);
      await signInAs('emrys');
      await open(page, `${site.url}/settings`);
      await page.getByRole('button', { name: 'Delete my account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete your account' });
      const gone = dialog.getByRole('button', { name: 'Delete for good' });
      const address = dialog.getByLabel('Your email');
      await expect(address).toHaveAccessibleDescription(
        "Please type it, so you don't do this by mistake.",
      );
      await expect(dialog.getByLabel('Your password')).toHaveCount(0);
      await address.fill('emrys@parish.example');
      await gone.click();
      await expect(page).toHaveURL(`${site.url}/`);
      expect(await (await page.request.get(`${site.url}/api/user`)).json()).toEqual({});
    } finally {
      await site.stop();
      await issuer.stop();
    }
  },
);
