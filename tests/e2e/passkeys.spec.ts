import type { CDPSession, Page } from '@playwright/test';
import { violationsOn } from '#tests/support/axe.ts';
import { codeAt } from '#tests/support/codes.ts';
import { wide } from '#tests/support/breadth.ts';
import { siteAddress } from './support/api.ts';
import { openDialog } from './support/dialogs.ts';
import { expectNothingForAxe, expectToast, heading, main, open } from './support/pages.ts';
import { logIn, newEmail, password, register } from './support/people.ts';
import { expect, refusals, test } from './support/test.ts';

const label = 'Sign in with your fingerprint, face or screen lock';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' });
const offer = (page: Page) =>
  page.getByRole('complementary', { name: 'Log in without a password' });
const email = (page: Page) => page.getByRole('textbox', { name: 'Email' });

/** An address of this site by a name, as passkeys need. */
const named = (path: string) => siteAddress().replace('127.0.0.1', 'localhost') + path;
const logInPage = () => named('/auth?tab=login&next=/my-groups');

/** A phone in the browser, which answers by itself. */
interface Phone {
  browser: CDPSession;
  authenticatorId: string;
}

async function addPhone(page: Page, { isUserVerified = true } = {}): Promise<Phone> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: isUserVerified,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
  return { browser, authenticatorId };
}

/** Has the phone answer by itself, or wait for somebody to touch it. */
const setAnswering = ({ browser, authenticatorId }: Phone, enabled: boolean) =>
  browser.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });

const credentialsOn = async ({ browser, authenticatorId }: Phone) =>
  (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

async function logInByPassword(page: Page, address: string) {
  await open(page, logInPage());
  await logIn(page, address);
  await expect(heading(page)).toHaveText('My Groups');
}

async function addPasskey(page: Page, name: string) {
  await open(page, named('/settings#passkeys'));
  await press(page, 'Add a passkey');
  await field(page, 'Name (optional)').fill(name);
  await field(page, 'Your password').fill(password);
  await press(page, 'Continue');
  await expectToast(page, 'Passkey added');
  await expect(section(page)).toContainText(name);
}

/** Switches two-step sign-in on as the settings do, with a key that nobody keeps. */
async function switchTwoStepOn(page: Page) {
  const send = async (path: string, data: object) => {
    const headers = { origin: named('') };
    const response = await page.request.post(named(path), { headers, data });
    expect(response.ok()).toBe(true);
    return (await response.json()) as Record<string, string>;
  };
  const { key = '', ticket } = await send('/api/auth/user/two-step/setup', { password });
  await send('/api/auth/user/two-step', { ticket, code: codeAt(key, new Date()) });
}

/** Opens Log In for somebody with two-step sign-in and a passkey on this device. */
async function memberWithTwoSteps(page: Page) {
  const person = await register(page.context());
  await logInByPassword(page, person.email);
  await addPasskey(page, 'My phone');
  await switchTwoStepOn(page);
  await logOut(page);
  await open(page, logInPage());
}

/** Leaves the account on this device without touching its passkeys. */
const logOut = (page: Page) => page.context().clearCookies();

async function memberWithPasskey(page: Page) {
  const person = await register(page.context());
  await logInByPassword(page, person.email);
  await addPasskey(page, 'My phone');
  await logOut(page);
  return person;
}

test.describe('a passkey', () => {
  test.use({ expectedNoise: refusals });

  test('is offered once after a password, added, and used by the button', async ({ page }) => {
    const phone = await addPhone(page);
    const person = await register(page.context());
    await logInByPassword(page, person.email);
    await expect(offer(page)).toContainText('Log in without a password next time?');
    await expectNothingForAxe(page);
    await offer(page).getByRole('button', { name: 'Set it up' }).click();
    await field(page, 'Your password').fill('Not-my-1-password');
    await press(page, 'Continue');
    await expect(openDialog(page)).toContainText('This is not your password');
    expect(await violationsOn(page, { part: '[role=dialog]' })).toEqual([]);
    await field(page, 'Your password').fill(password);
    await press(page, 'Continue');
    await expectToast(page, 'Passkey added');
    await expect(offer(page)).toBeHidden();
    expect(await credentialsOn(phone)).toMatchObject([
      { rpId: 'localhost', isResidentCredential: true },
    ]);

    await logOut(page);
    await open(page, logInPage());
    await expectNothingForAxe(page);
    await press(page, label);
    await expect(heading(page)).toHaveText('My Groups');
    await expectToast(page, 'Welcome back!');
    await expect(offer(page)).toBeHidden();
    await open(page, named('/settings#passkeys'));
    await expect(section(page)).toContainText('Last used');
    await press(page, 'Add a passkey');
    await field(page, 'Your password').fill(password);
    await press(page, 'Continue');
    await expectToast(
      page,
      "The passkey wasn't added",
      'This device has one for your account already.',
    );
  });

  test('is never offered again once somebody has put the card away', wide, async ({ page }) => {
    await addPhone(page);
    const person = await register(page.context());
    await logInByPassword(page, person.email);
    await offer(page).getByRole('button', { name: 'Not now' }).click();
    await expect(offer(page)).toBeHidden();
    await logOut(page);
    await logInByPassword(page, person.email);
    await page.waitForLoadState('networkidle');
    await expect(offer(page)).toBeHidden();
  });

  test('is not offered on a device without a lock', wide, async ({ page }) => {
    await addPhone(page, { isUserVerified: false });
    const person = await register(page.context());
    await logInByPassword(page, person.email);
    await page.waitForLoadState('networkidle');
    await expect(offer(page)).toBeHidden();
  });

  test('is offered by the browser in the email field', async ({ page }) => {
    await addPhone(page);
    await memberWithPasskey(page);
    await open(page, logInPage());
    await expect(email(page)).toHaveAttribute('autocomplete', 'username webauthn');
    await email(page).focus();
    await expect(heading(page)).toHaveText('My Groups');
  });

  test(
    'counts as both steps where the device asked for a finger or a face',
    wide,
    async ({ page }) => {
      await addPhone(page);
      await memberWithTwoSteps(page);
      await press(page, label);
      await expect(heading(page)).toHaveText('My Groups');
    },
  );

  test('leaves the password as before while nobody uses it', wide, async ({ page }) => {
    const phone = await addPhone(page);
    const person = await memberWithPasskey(page);
    await setAnswering(phone, false);
    await logInByPassword(page, person.email);
  });

  test(
    'says so where the device answers for a passkey that was removed',
    wide,
    async ({ page }) => {
      await addPhone(page);
      const person = await register(page.context());
      await logInByPassword(page, person.email);
      await addPasskey(page, 'Old phone');
      await press(page, 'Rename Old phone');
      await field(page, 'Name').fill('Lost phone');
      await press(page, 'Save');
      await expectToast(page, 'Passkey renamed');
      await expectNothingForAxe(page);
      await press(page, 'Remove Lost phone');
      await expect(openDialog(page)).toContainText('Remove “Lost phone”?');
      await press(page, 'Remove passkey');
      await expectToast(page, 'Passkey removed');
      await expect(section(page)).toContainText("You don't have any yet.");

      await logOut(page);
      await open(page, logInPage());
      await press(page, label);
      await expectToast(
        page,
        'Login failed',
        'That didn’t work. Please try again, or log in another way.',
      );
    },
  );

  test(
    'is listed as made for another host where the site has another address',
    wide,
    async ({ page }) => {
      await addPhone(page);
      const person = await memberWithPasskey(page);
      await open(page, '/auth?tab=login&next=/settings');
      await expect(main(page).getByRole('button', { name: label })).toBeHidden();
      await logIn(page, person.email);
      await expect(heading(page)).toHaveText('Settings');
      await expect(section(page)).toContainText('Made for localhost');
      await expect(section(page)).toContainText("Doesn't work here");
      await expect(section(page)).toContainText(
        'Passkeys need a site whose address is a name. This one has only numbers.',
      );
      await expect(section(page).getByRole('link', { name: 'localhost' })).toHaveAttribute(
        'href',
        named('/settings#passkeys'),
      );
      await expectNothingForAxe(page);
    },
  );
});

test('a device without a passkey says that nobody is logged in yet', async ({ page }) => {
  await addPhone(page);
  await open(page, logInPage());
  await press(page, label);
  await expectToast(page, "You're not logged in yet");
});

test("Log In loads the browser's part when somebody reaches for its form", async ({ page }) => {
  const parts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/webauthn-')) parts.push(request.url());
  });
  await open(page, logInPage());
  await page.waitForLoadState('networkidle');
  expect(parts).toEqual([]);
  await email(page).focus();
  await expect.poll(() => parts).not.toEqual([]);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: /\.js csp/ });

  test('Log In has no button that does nothing, and the settings say what they need', async ({
    page,
  }) => {
    await page.goto(logInPage());
    await expect(page.getByRole('button', { name: label })).toBeHidden();
    const address = newEmail();
    await page.context().request.post(named('/api/register'), {
      headers: { origin: named('') },
      data: { firstName: 'Robin', email: address, password, confirmPassword: password },
    });
    await page.goto(named('/settings#passkeys'));
    await expect(section(page).locator('noscript p')).toHaveText(
      'Passkeys need JavaScript, which is off in your browser.',
    );
    await expect(section(page).getByRole('button')).toBeHidden();
  });
});
