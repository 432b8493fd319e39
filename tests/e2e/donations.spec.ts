import type { Locator, Page } from '@playwright/test';
import { hour } from '#contract/platform/durations.ts';
import { wide, wideExcept } from '#tests/support/breadth.ts';
import { cards } from '#tests/support/stripe.ts';
import { read } from './support/api.ts';
import { startSite } from './support/own-site.ts';
import { expectToast, heading, delayAnswers, main, open } from './support/pages.ts';
import { demoEmail, fillSignUp, password, register } from './support/people.ts';
import {
  beginDonation,
  deliverMessages,
  paymentDialog,
  payWith,
  serveStripe,
  tierButton,
} from './support/stripe.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(({ page }) => serveStripe(page));

const clock = (page: Page) => page.clock.install();

/** Pays while the clock stands still; the countdown starts when the test allows it. */
async function payAtRest(page: Page, dialog: Locator, card: string): Promise<void> {
  await page.clock.pauseAt(Date.now() + hour);
  await payWith(dialog, card);
}

async function runCountdown(page: Page): Promise<void> {
  for (let second = 0; second < 5; second += 1) await page.clock.runFor(1000);
}

test.describe('the support screen', () => {
  test('has four amounts, ‘Support Us £{amount}’ after a choice, ‘Skip for now’, and a way home', async ({
    page,
  }) => {
    await open(page, '/support');
    await expect(heading(page)).toHaveText('Support Villagehall');
    for (const name of [
      '£5 Supporter Help keep the lights on',
      '£10 Supporter + Fund our development',
      '£20 Legend Power our mission',
      '£50 Our Hero Maximum impact',
    ])
      await expect(main(page).getByRole('button', { name, exact: true })).toBeVisible();
    await expect(main(page).getByRole('button', { name: 'Support Us' })).toBeDisabled();
    await expect(main(page).getByText('Please select an amount')).toBeVisible();
    await tierButton(page, '£10').click();
    await expect(main(page).getByRole('button', { name: 'Support Us £10' })).toBeEnabled();
    await expect(main(page).getByRole('link', { name: 'home page' })).toHaveAttribute('href', '/');
    await main(page).getByRole('link', { name: 'Skip for now' }).click();
    await expect(page).toHaveURL('/');
  });

  test('opens the payment form with its title, amount, tabs, wallets and return address', async ({
    page,
  }) => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await open(page, '/support');
    await tierButton(page, '£20').click();
    expect(scripts.filter((url) => url.includes('stripe'))).toEqual([]);
    const dialog = await beginDonation(page, '£5');
    await expect(dialog.getByText('Donating £5')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Donate £5' })).toBeVisible();
    expect(await page.evaluate(() => window.stripeElement.options)).toEqual({
      layout: 'tabs',
      wallets: { applePay: 'auto', googlePay: 'never', link: 'never' },
    });
    await payWith(dialog, cards.good);
    await expect(page).toHaveURL('/donation-success?amount=5');
    const [confirmed] = await page.evaluate(() => window.stripeConfirmed);
    expect(confirmed).toMatchObject({ redirect: 'if_required' });
    expect(confirmed?.confirmParams.return_url).toMatch(/^http:[^?]+\/support\?success=true$/);
  });
});

test.describe('after a payment', () => {
  test('a visitor is thanked and, after five seconds, asked to log in', wide, async ({ page }) => {
    await clock(page);
    await open(page, '/support');
    await payAtRest(page, await beginDonation(page, '£20'), cards.good);
    await expectToast(
      page,
      'Thank you for your support!',
      'Your £20 helps keep Villagehall free for everyone.',
    );
    await expect(page).toHaveURL('/donation-success?amount=20');
    await expect(heading(page)).toHaveText('Thank you for your donation');
    await expect(heading(page)).toBeFocused();
    await expect(main(page).getByText('£20', { exact: true })).toBeVisible();
    await expect(main(page)).toContainText('hello@villagehall.example');
    await expect(main(page).getByRole('link', { name: 'Log In to Continue' })).toHaveAttribute(
      'href',
      '/auth',
    );
    for (const left of [5, 4, 3, 2, 1]) {
      await expect(main(page)).toContainText(`Redirecting to login in ${left} seconds...`);
      await page.clock.runFor(1000);
    }
    await expect(page).toHaveURL('/auth');
  });

  test(
    'a new user gives the amount chosen at sign-up and reaches the profile, with the way back',
    wide,
    async ({ page }) => {
      await open(page, '/auth?next=/groups');
      await fillSignUp(page);
      await tierButton(page, '£15').click();
      await main(page).getByRole('button', { name: 'Sign Up', exact: true }).click();
      await expect(page).toHaveURL('/support?new=true&amount=15&next=%2Fgroups');
      await expect(heading(page)).toHaveText('One More Step!');
      await main(page).getByRole('button', { name: 'Support Us £15' }).click();
      await expect(paymentDialog(page).getByText('Donating £15')).toBeVisible();
      await payWith(paymentDialog(page), cards.good);
      await expect(page).toHaveURL('/complete-profile?next=%2Fgroups');
      await expectToast(page, 'Thank you for your support!');
    },
  );

  test('a member reaches the home page automatically; the donation is on their profile', async ({
    page,
  }) => {
    await register(page.context());
    await clock(page);
    await open(page, '/support');
    await payAtRest(page, await beginDonation(page, '£50'), cards.good);
    await expect(main(page)).toContainText('Redirecting to your member dashboard in 5 seconds...');
    await deliverMessages();
    await expect(main(page).getByRole('link', { name: 'Go to Dashboard Now' })).toHaveAttribute(
      'href',
      '/',
    );
    await runCountdown(page);
    await expect(page).toHaveURL('/');
    const given = await read(page.request, 'GET /api/user/donations');
    expect(given).toMatchObject([{ amount: 5_000, status: 'succeeded' }]);
    await open(page, '/settings');
    const own = page.getByRole('region', { name: 'Donations' });
    await expect(own.getByRole('listitem')).toContainText(['£50']);
    await expect(own.getByText('Received')).toBeVisible();
  });

  test(
    'on a bank’s own page, a new user sees the outcome on return: succeeded',
    wide,
    async ({ page }) => {
      await register(page.context(), { complete: false });
      await clock(page);
      await open(page, '/support?new=true');
      await page.evaluate(() => sessionStorage.setItem('donation-amount', '20'));
      await page.goto(
        '/support?success=true&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded',
      );
      await expect(page).toHaveURL('/donation-success?amount=20');
      await expectToast(page, 'Thank you for your support!');
      await runCountdown(page);
      await expect(page).toHaveURL('/complete-profile');
    },
  );

  for (const [status, told] of [
    ['failed', "Your payment didn't go through"],
    ['pending', 'Your payment is in progress'],
  ] as const) {
    test(
      `on a bank’s own page, the return shows the outcome: ${status}`,
      wideExcept(status === 'failed'),
      async ({ page }) => {
        const back = `payment_intent_client_secret=pi_1_secret_2&redirect_status=${status}`;
        await open(page, `/donation-success?amount=20&${back}`);
        await expect(heading(page)).toHaveText(told);
        await expect(page).toHaveURL(`/donation-success?amount=20&redirect_status=${status}`);
        await expect(main(page)).not.toContainText('Thank you');
        await page.goto(`/support?success=true&${back}`);
        if (status === 'failed') await expectToast(page, 'Payment Failed');
        else await expect(main(page).getByText('Payment in progress')).toBeVisible();
        await expect(page).not.toHaveURL(/secret/);
      },
    );
  }

  test.describe("at the donor's pace", () => {
    // The test changes the document in transit, so it no longer matches the data that it hydrates
    // from.
    test.use({ expectedNoise: /Minified React error #418/ });

    test(
      'waits with the countdown until the page knows who is signed in',
      wide,
      async ({ page }) => {
        await clock(page);
        const answer = await delayAnswers(page, /\/api\/user$/);
        await page.route('/donation-success**', async (route) => {
          const document = await (await route.fetch()).text();
          const unknown = document.replace(/("queries":)\[.*\](?=,"match")/, '$1[]');
          expect(unknown).not.toBe(document);
          await route.fulfill({ contentType: 'text/html', body: unknown });
        });
        await page.goto('/donation-success?amount=20');
        await expect(main(page)).not.toContainText('Redirecting');
        await page.clock.runFor(10_000);
        await expect(page).toHaveURL('/donation-success?amount=20');
        answer();
        await expect(main(page)).toContainText('Redirecting to login in 5 seconds...');
      },
    );
  });

  test('lets the donor stay', wide, async ({ page }) => {
    await clock(page);
    await open(page, '/donation-success?amount=<b>1</b>');
    await main(page).getByRole('button', { name: 'Stay on this page' }).click();
    await page.clock.runFor(10_000);
    await expect(page).toHaveURL(/donation-success/);
    await expect(main(page)).not.toContainText('£');
    await expect(main(page)).not.toContainText('Redirecting');
  });
});

test.describe('the welcome screen', () => {
  test('greets a visitor as friend, ticks three items, and skips to /', wide, async ({ page }) => {
    await open(page, '/welcome');
    await expect(heading(page)).toHaveText('Welcome, friend');
    await expect(main(page).getByRole('listitem')).toHaveText([
      'Profile Complete',
      'Ready to Explore',
      'Community Access Granted',
    ]);
    await expect(main(page).getByRole('link', { name: 'Start Exploring' })).toHaveAttribute(
      'href',
      '/events',
    );
    await main(page).getByRole('button', { name: 'Support Us' }).click();
    await expectToast(page, 'Please select an amount');
    await main(page).getByRole('link', { name: 'Skip' }).click();
    await expect(page).toHaveURL('/');
  });

  test.describe('to a member', () => {
    test.use({ as: 'member' });

    test(
      'greets by first name; a donation leads to the thanks page, its return address',
      wide,
      async ({ page }) => {
        await open(page, '/welcome');
        await expect(heading(page)).toHaveText('Welcome, Tom');
        const dialog = await beginDonation(page, '£10');
        await expect(dialog.getByLabel('Email (optional)')).toHaveCount(0);
        await payWith(dialog, cards.good);
        await expect(page).toHaveURL('/donation-success?amount=10');
        const [confirmed] = await page.evaluate(() => window.stripeConfirmed);
        expect(confirmed?.confirmParams.return_url).toMatch(/\/donation-success\?amount=10$/);
      },
    );
  });
});

test.describe('the admins’ page', () => {
  test.use({ as: 'admin' });

  test('shows income by month and tier, and donors; and exports it', wide, async ({ page }) => {
    await open(page, '/support');
    await payWith(await beginDonation(page, '£20'), cards.good);
    await expect(page).toHaveURL('/donation-success?amount=20');
    await deliverMessages();
    await open(page, '/admin');
    await main(page).getByRole('link', { name: 'Donations', exact: true }).click();
    await expect(heading(page)).toHaveText('Donations');
    await expect(main(page).getByRole('region', { name: 'By tier' })).toContainText('£20 Legend');
    await expect(main(page).getByRole('region', { name: 'By month' })).toContainText(
      /£\d+ from \d/,
    );
    await expect(
      main(page)
        .getByRole('row', { name: /admin@example\.com/ })
        .first(),
    ).toContainText('Received');
    const download = page.waitForEvent('download');
    await main(page).getByRole('link', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toBe('donations.csv');
  });
});

test.describe('a site that takes no donations yet', () => {
  test(
    'says so on a phone before anybody chooses, and tells its admin how to start',
    wide,
    async ({ browser }) => {
      const site = await startSite({ DEMO: 'true' });
      const context = await browser.newContext({
        baseURL: site.url,
        viewport: { width: 390, height: 844 },
      });
      const page = await context.newPage();
      const offered = main(page).getByRole('button', { name: /^Support Us/ });
      try {
        await test.step('to a visitor', async () => {
          await open(page, '/support');
          await expectClosed(page, "There's nothing to pay. Thank you", 'Skip for now');
          await tierButton(page, '£10').click();
          await expect(offered).toBeDisabled();
        });

        await test.step('to somebody who has chosen an amount while signing up', async () => {
          await open(page, '/auth');
          await fillSignUp(page);
          await tierButton(page, '£15').click();
          await main(page).getByRole('button', { name: 'Sign Up', exact: true }).click();
          await expect(page).toHaveURL('/support?new=true&amount=15');
          await expectClosed(page, "There's nothing to pay. Next", 'Continue');
          await expect(offered).toHaveText('Support Us £15');
          await expect(offered).toBeDisabled();
          await main(page).getByRole('link', { name: 'Continue' }).click();
          await expect(page).toHaveURL('/complete-profile');
        });

        await test.step('to the admin, with the settings it needs', async () => {
          const data = { email: demoEmail('admin'), password };
          await page.request.post('/api/login', { headers: { origin: site.url }, data });
          await page.goto('/admin?tab=donations');
          await expect(page).toHaveURL('/admin/donations');
          for (const name of ['SECRET_KEY', 'PUBLISHABLE_KEY', 'WEBHOOK_SECRET'])
            await expect(main(page).getByText(`STRIPE_${name}`, { exact: true })).toBeVisible();
          await main(page).getByRole('link', { name: 'How to set up donations' }).click();
          await expect(heading(page)).toHaveText('Set up donations');
          await expect(main(page)).toContainText(`${site.url}/api/stripe/webhook`);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
        });
      } finally {
        await context.close();
        await site.stop();
      }
    },
  );
});

/** Expects the notice, and below it the large button that leads on, before the amounts. */
async function expectClosed(page: Page, words: string, goOn: string): Promise<void> {
  const notice = main(page).getByText("Villagehall can't take donations yet", { exact: true });
  await expect(notice).toBeInViewport();
  await expect(main(page)).toContainText(words);
  const tops: number[] = [];
  for (const part of [notice, main(page).getByRole('link', { name: goOn }), tierButton(page, '£5')])
    tops.push((await part.boundingBox())?.y ?? 0);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  const large = await main(page).getByRole('link', { name: goOn }).boundingBox();
  expect(large?.width).toBeGreaterThan(350);
}
