import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { wideExcept, wide } from '#tests/support/breadth.ts';
import { waitForHydration, expectToast, heading, main, open, toast } from './support/pages.ts';
import {
  bannedEmail,
  demoEmail,
  fillProfile,
  fillSignUp,
  logIn,
  newEmail,
  register,
} from './support/people.ts';
import { fillGroup } from './support/hosts.ts';
import { eventIn, places } from './support/places.ts';
import { expect, refusals, test } from './support/test.ts';

const submit = (page: Page, name: 'Sign Up' | 'Log In') =>
  main(page).getByRole('button', { name, exact: true }).click();

test.describe('the sign-in screen', () => {
  test('opens on Sign Up, with the four benefits and the amounts; Log In needs two fields', async ({
    page,
  }) => {
    await open(page, '/auth-page');
    await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    for (const label of ['First Name', 'Last Name (optional)', 'Email', 'Confirm Password']) {
      await expect(page.getByLabel(label, { exact: true })).toBeVisible();
    }
    for (const name of ['£5 Supporter', '£15 Champion', '£30 Hero', '£50 Legend']) {
      await expect(main(page).getByRole('button', { name })).toBeVisible();
    }
    for (const name of ['Find Events', 'Join Groups', 'Start Groups', 'Make Friends']) {
      await expect(main(page).getByRole('heading', { name })).toBeVisible();
    }
    await expect(main(page).locator('a[href="/api/login"]')).toBeVisible();
    await page.getByRole('tab', { name: 'Log In' }).click();
    await expect(main(page).getByRole('textbox')).toHaveCount(2);
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  });

  test('‘Sign in with Google’ only shows a notice', async ({ page }) => {
    await open(page, '/auth');
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await expectToast(
      page,
      'Google sign-in coming soon',
      'Google OAuth will be available soon. Use email registration for now.',
    );
    await expect(page).toHaveURL('/auth');
  });

  test('Sign Up names each error, and focuses the first', async ({ page }) => {
    await open(page, '/auth');
    await page.getByLabel('Email').fill('not an address');
    await page.getByLabel('Confirm Password').fill('something');
    await submit(page, 'Sign Up');
    for (const message of [
      'Please tick this if you are old enough to have an account here',
      'First name is required',
      'Please enter a valid email address',
      'Password must be at least 8 characters',
      'Password must contain a letter',
      'Password must contain a number',
      'Password must contain a special character',
    ]) {
      await expect(main(page).getByText(message, { exact: true })).toBeVisible();
    }
    await expect(page.getByLabel('First Name')).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
      'Please enter a valid email address',
    );
    await page.getByLabel('Password', { exact: true }).fill('letters1');
    await expect(main(page).getByText('Password must contain a special character')).toBeVisible();
    await expect(main(page).getByText('Password must contain a letter')).toHaveCount(0);
    await submit(page, 'Sign Up');
    await expect(page.getByLabel('First Name')).toHaveAccessibleDescription(
      'First name is required',
    );
    await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription(
      "Passwords don't match",
    );
  });
});

test.describe('signing up', () => {
  test('leads to ‘One More Step!’; Continue leads to the profile, and that to /events', async ({
    page,
  }) => {
    await open(page, '/auth');
    await fillSignUp(page);
    await submit(page, 'Sign Up');
    await expect(page).toHaveURL('/support?new=true');
    await expect(heading(page)).toHaveText('One More Step!');
    await expect(main(page).getByRole('button', { name: 'Support Us' })).toBeDisabled();
    await main(page).getByRole('button', { name: '£20 Legend' }).click();
    await expect(main(page).getByRole('button', { name: 'Support Us £20' })).toBeEnabled();
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/complete-profile');
    await expect(main(page)).toContainText(
      'A bio and location are required to create groups, sign up for events, message members and join discussions.',
    );
    await expect(main(page)).toContainText('Real location validation coming soon');
    await page.getByRole('button', { name: 'Complete Profile & Join Community' }).click();
    for (const message of [
      'Last name is required for account security',
      'Please enter your city or town',
      'Bio must be at least 20 characters to help others get to know you',
    ]) {
      await expect(main(page).getByText(message, { exact: true })).toBeVisible();
    }
    await fillProfile(page);
    await page.getByRole('button', { name: 'Complete Profile & Join Community' }).click();
    await expectToast(page, 'Profile completed! Welcome to Villagehall!');
    await expect(page).toHaveURL('/events');
  });

  test.describe('with a taken address', () => {
    test.use({ expectedNoise: refusals });

    test('‘Registration failed’ appears, with the server’s reason beside the field', async ({
      page,
    }) => {
      await open(page, '/auth');
      await fillSignUp(page, { email: demoEmail('member') });
      await submit(page, 'Sign Up');
      await expectToast(page, 'Registration failed', 'An account with this email already exists');
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
        'An account with this email already exists',
      );
      await expect(page.getByLabel('First Name')).toHaveValue('Bronwen');
    });
  });
});

test.describe('logging in', () => {
  test('‘Welcome back!’ appears, and the page before opens', async ({ page }) => {
    const event = await eventIn(page.request, places.rsvp);
    await open(page, paths.event(event.id));
    await page.getByRole('link', { name: 'Sign in to RSVP' }).click();
    await page.getByRole('tab', { name: 'Log In' }).click();
    await logIn(page, demoEmail('organiser'));
    await expectToast(page, 'Welcome back!');
    await expect(page).toHaveURL(paths.event(event.id));
    await expect(main(page)).toContainText(event.group.name);
    await expect(main(page).getByText('Sign in to see the venue')).toHaveCount(0);
  });

  test('without a page before, /events opens', wide, async ({ page }) => {
    await open(page, '/auth?tab=login');
    await expect(main(page)).not.toContainText('Please log in again');
    await logIn(page, demoEmail('organiser').toUpperCase());
    await expect(page).toHaveURL('/events');
    await expectToast(page, 'Welcome back!');
  });

  for (const elsewhere of ['https://example.com/', '//example.com', '/\\example.com']) {
    test(
      `another site never opens: next=${elsewhere}`,
      wideExcept(elsewhere === '//example.com'),
      async ({ page }) => {
        await open(page, `/auth?tab=login&next=${encodeURIComponent(elsewhere)}`);
        await logIn(page, demoEmail('organiser'));
        await expect(page).toHaveURL('/events');
      },
    );
  }

  test.describe('a refused log-in', () => {
    test.use({ expectedNoise: refusals });

    test('after an expired session leads to Log In with an explanation, and typed text stays', async ({
      page,
    }) => {
      await page.setViewportSize({ width: 390, height: 800 });
      const { email } = await register(page.context());
      await open(page, paths.createGroup);
      await fillGroup(page, 'Bridge Singers');
      await page.context().clearCookies();
      await main(page).getByRole('button', { name: 'Create group' }).click();
      await expectToast(page, 'Authentication required', 'Please sign in to create a group');
      await expect(page.getByRole('tab', { name: 'Log In' })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await expect(main(page)).toContainText('Please log in again. What you wrote is kept');
      await logIn(page, email);
      await expect(page).toHaveURL(paths.createGroup);
      await expect(page.getByLabel('Group name')).toHaveValue('Bridge Singers');
    });

    test(
      'names missing fields, and reads alike for a wrong password and an unknown address',
      wide,
      async ({ page }) => {
        await open(page, '/auth?tab=login');
        await submit(page, 'Log In');
        await expect(main(page).getByText('Please enter a valid email address')).toBeVisible();
        await expect(main(page).getByText('Password is required')).toBeVisible();
        await expect(page.getByLabel('Email')).toBeFocused();
        await logIn(page, demoEmail('member'), 'Village-hall2');
        await expectToast(page, 'Login failed', 'The email or password is not right');
        await logIn(page, newEmail());
        await expectToast(page, 'Login failed', 'The email or password is not right');
        await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
        await expect(page).toHaveURL('/auth?tab=login');
      },
    );

    test('shows a banned member the ban', async ({ page }) => {
      await open(page, '/auth?tab=login');
      await logIn(page, bannedEmail);
      await expectToast(page, 'Login failed', 'This account has been suspended');
      await expect(page).toHaveURL('/auth?tab=login');
    });
  });

  test('does not happen to a signed-in member, who goes on from the sign-in screen', async ({
    page,
  }) => {
    await register(page.context());
    await page.goto('/auth?next=/my-groups');
    await expect(page).toHaveURL('/my-groups');
    await expect(heading(page)).toHaveText('My Groups');
  });
});

test('signed out, a guarded page with a part and a query leads to /auth and back', async ({
  page,
}) => {
  await open(page, '/groups');
  await main(page).getByRole('link', { name: 'Start a Group' }).click();
  await expect(page).toHaveURL('/auth?next=%2Fcreate-group');
  for (const path of ['/create-event?groupId=1', '/groups/1/create-event']) {
    await page.goto(path);
    await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(path)}`);
    await expect(page.getByRole('tab', { name: 'Sign Up' })).toBeVisible();
  }
});

test('the pages after creating a group lead home without one', async ({ page }) => {
  for (const path of ['/group-creation-success', '/group-published-success']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(heading(page)).toHaveText('Real life happens near you');
  }
});

const sections = [
  ['Explore Events', '/events'],
  ['Discover Groups', '/groups'],
  ['About Us', '/about'],
  ['Support Us', '/support'],
] as const;

test.describe('the header', () => {
  test(
    'signed out: the sections with the current one marked, Log In and Sign Up',
    wide,
    async ({ page }) => {
      await open(page, '/events');
      const header = page.getByRole('banner');
      for (const [name, href] of sections) {
        await expect(header.getByRole('link', { name })).toHaveAttribute('href', href);
      }
      await expect(header.locator('[aria-current="page"]')).toHaveText('Explore Events');
      await expect(header.getByRole('link', { name: 'Sign Out' })).toHaveCount(0);
      await header.getByRole('link', { name: 'Log In' }).click();
      await expect(page.getByRole('tab', { name: 'Log In' })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await header.getByRole('link', { name: 'Sign Up' }).click();
      await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await header.getByRole('link', { name: 'Villagehall' }).click();
      await expect(page).toHaveURL('/');
    },
  );

  test('signed out: the menu of a small screen opens, lists the same links and closes', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, '/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Main' });
    const names = [...sections.map(([name]) => name), 'Log In', 'Sign Up'];
    await expect(menu.getByRole('link')).toHaveText(names);
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(menu).toHaveCount(0);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu.getByRole('link', { name: 'Discover Groups' }).click();
    await expect(heading(page)).toHaveText('Discover Groups');
    await expect(menu).toHaveCount(0);
  });

  test.describe('signed in', () => {
    test.use({ as: 'member' });

    test('the avatar opens the profile; the menu of a small screen has Dashboard and Sign Out', async ({
      page,
    }) => {
      await open(page, '/');
      const header = page.getByRole('banner');
      await expect(header.getByRole('link', { name: 'Dashboard' })).toContainText('T');
      await header.getByRole('link', { name: 'Dashboard' }).click();
      await expect(page).toHaveURL('/dashboard');
      await expect(heading(page)).toHaveText('Tom Okafor');
      await expect(header.getByRole('link', { name: 'Sign Out' })).toHaveAttribute(
        'href',
        '/api/logout',
      );
      await expect(header.getByRole('link', { name: 'Log In' })).toHaveCount(0);
      await expect(header.getByRole('link', { name: 'Admin' })).toHaveCount(0);
      await page.setViewportSize({ width: 320, height: 640 });
      await page.getByRole('button', { name: 'Open menu' }).click();
      const names = [...sections.map(([name]) => name), 'Dashboard', 'Sign Out'];
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(
        names,
      );
    });
  });
});

test('logging out ends the session, for the page and for its cookie', async ({ page }) => {
  await register(page.context());
  const cookies = await page.context().cookies();
  await open(page, '/dashboard');
  await main(page).getByRole('link', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await waitForHydration(page);
  await expect(heading(page)).toHaveText('Real life happens near you');
  await page.context().addCookies(cookies);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/auth?next=%2Fdashboard');
  await expect(toast(page)).toHaveCount(0);
});
