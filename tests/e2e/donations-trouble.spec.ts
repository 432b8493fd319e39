import type { Page, Request } from '@playwright/test';
import { cards } from '#tests/support/stripe.ts';
import { wide, wideExcept } from '#tests/support/breadth.ts';
import { expectNothingForAxe, expectToast, heading, main, open, toast } from './support/pages.ts';
import {
  answerLocally,
  beginDonation,
  paymentDialog,
  payWith,
  script,
  serveStripe,
  tierButton,
} from './support/stripe.ts';
import { expect, refusals, test } from './support/test.ts';

test.beforeEach(({ page }) => serveStripe(page));

const beginnings = (page: Page): Request[] => {
  const all: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/create-payment-intent')) all.push(request);
  });
  return all;
};

test.describe('a failing payment', () => {
  test.describe('that is refused', () => {
    test.use({ expectedNoise: refusals });

    test(
      'shows a declined card in the provider’s words; another card pays',
      wide,
      async ({ page }) => {
        await open(page, '/support');
        const dialog = await beginDonation(page, '£5');
        await payWith(dialog, cards.declined);
        await expectToast(page, 'Payment Failed', 'Your card was declined.');
        await expect(dialog.getByText('Your card was declined.')).toBeVisible();
        await payWith(dialog, cards.good);
        await expect(page).toHaveURL('/donation-success?amount=5');
      },
    );

    test(
      'with a lost answer after the charge: trying again charges nothing',
      wide,
      async ({ page }) => {
        await open(page, '/support');
        const dialog = await beginDonation(page, '£5');
        await page.route('**/confirm', async (route) => {
          await answerLocally(route);
          await route.fulfill({ status: 402, body: '{"error":{"message":""}}' });
        });
        await payWith(dialog, cards.good);
        await expectToast(page, 'Payment Failed');
        await page.unroute('**/confirm');
        await dialog.getByRole('button', { name: 'Donate £5' }).click();
        await expect(page).toHaveURL('/donation-success?amount=5');
      },
    );
  });

  test.describe('shows a toast', () => {
    test.use({ expectedNoise: /Failed to load resource|requestfailed/ });

    test('for a blocked script', wide, async ({ page }) => {
      await page.unroute(script);
      await page.route(script, (route) => route.abort());
      await open(page, '/support');
      await tierButton(page, '£5').click();
      await main(page).getByRole('button', { name: 'Support Us £5' }).click();
      await expectToast(
        page,
        'Payment not available',
        'Payment processing is currently unavailable. Please try again later.',
      );
      await expect(main(page).getByRole('button', { name: 'Support Us £5' })).toBeEnabled();
      await expect(paymentDialog(page)).toHaveCount(0);
    });

    test('for an unexpected exception', wide, async ({ page }) => {
      await open(page, '/support');
      const dialog = await beginDonation(page, '£5');
      await page.route('**/confirm', (route) => route.abort());
      await payWith(dialog, cards.good);
      await expectToast(page, 'Payment Failed', 'Something went wrong. Please try again.');
      await expect(dialog.getByRole('button', { name: 'Donate £5' })).toBeEnabled();
    });

    for (const [answer, title, description] of [
      [
        { status: 503, json: { code: 'payments_unavailable', message: 'No' } },
        'Payment not available',
        'Payment processing is currently unavailable. Please try again later.',
      ],
      [
        { status: 429, json: { code: 'too_many_requests', message: 'Too many tries.' } },
        'Payment Failed',
        'Payment failed: 429. Too many tries.',
      ],
      [{ status: 500, body: 'No' }, 'Payment Failed', 'Payment failed: 500'],
      [{ status: 200, json: {} }, 'Payment Failed', 'No client secret received'],
      ['abort', 'Payment Failed', 'Unable to start payment process. Please try again.'],
    ] as const) {
      test(
        `with ‘${title}’ / ‘${description}’`,
        wideExcept(title === 'Payment not available'),
        async ({ page }) => {
          await page.route('**/api/create-payment-intent', (route) =>
            answer === 'abort' ? route.abort() : route.fulfill(answer),
          );
          await open(page, '/support?amount=5');
          await main(page).getByRole('button', { name: 'Support Us £5' }).click();
          await expectToast(page, title, description);
        },
      );
    }
  });

  test('shows a toast when the form is not ready yet', wide, async ({ page }) => {
    await page.addInitScript(() => {
      window.holdStripe = true;
    });
    await open(page, '/support');
    const dialog = await beginDonation(page, '£5');
    await payWith(dialog, cards.good);
    await expectToast(page, 'Payment Error', 'Payment system not ready. Please try again.');
    await page.evaluate(() => window.stripeElement.listeners['ready']?.({}));
    await expect(dialog.getByRole('status')).toHaveCount(0);
    await payWith(dialog, cards.good);
    await expect(page).toHaveURL('/donation-success?amount=5');
  });

  test("shows a slow bank's payment as pending, not as a success", wide, async ({ page }) => {
    await open(page, '/support');
    await payWith(await beginDonation(page, '£5'), cards.slow);
    const dialog = page.getByRole('dialog', { name: 'Payment in progress' });
    await expect(dialog).toContainText('Your bank is still processing this payment');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page).toHaveURL('/support');
  });

  test(
    'shows the bank’s question above the form, accessibly; unanswered, nothing is charged',
    wide,
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize({ width: 320, height: 700 });
      await open(page, '/support');
      const dialog = await beginDonation(page, '£5');
      await expectNothingForAxe(page);
      await payWith(dialog, cards.challenged);
      await expect(dialog.getByRole('button', { name: 'Processing...' })).toBeVisible();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Fail authentication' }).click();
      await expect(dialog).toContainText('Your bank asks you to confirm this payment');
      await expectNothingForAxe(page);
      await dialog.getByRole('button', { name: 'Donate £5' }).click();
      await page.getByRole('button', { name: 'Complete authentication' }).click();
      await expect(page).toHaveURL('/donation-success?amount=5');
    },
  );
});

test.describe('a donor pays once', () => {
  test('after a double click, which starts one payment', async ({ page }) => {
    const begun = beginnings(page);
    await open(page, '/support?amount=5');
    await main(page).getByRole('button', { name: 'Support Us £5' }).dblclick();
    const dialog = paymentDialog(page);
    await dialog.getByLabel('Card number').fill(cards.good);
    await dialog.getByRole('button', { name: 'Donate £5' }).dblclick();
    await expect(page).toHaveURL('/donation-success?amount=5');
    expect(begun).toHaveLength(1);
    expect(await page.evaluate(() => window.stripeConfirmed.length)).toBe(1);
  });

  test(
    'after closing, which drops the client secret; reopening continues the payment',
    wide,
    async ({ page }) => {
      await open(page, '/support');
      const secret = () => page.evaluate(() => window.stripeOptions.clientSecret);
      const dialog = await beginDonation(page, '£5');
      const first = await secret();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toHaveCount(0);
      const opener = main(page).getByRole('button', { name: 'Support Us £5' });
      await expect(opener).toBeFocused();
      await opener.click();
      await expect(dialog).toBeVisible();
      expect(await secret()).toBe(first);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(dialog).toHaveCount(0);
      expect(await page.content()).not.toContain(first);
      await expect(page).toHaveURL('/support');
      await expect(toast(page)).toHaveCount(0);
    },
  );
});

test('the keyboard alone chooses, pays, and reads the result', wide, async ({ page }) => {
  await open(page, '/support');
  await tierButton(page, '£5').focus();
  await page.keyboard.press('Enter');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab');
  await expect(main(page).getByRole('button', { name: 'Support Us £5' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = paymentDialog(page);
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Card number')).toBeFocused();
  await page.keyboard.type(cards.good);
  await page.keyboard.press('Tab');
  await page.keyboard.type('donor@example.org');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(main(page).getByRole('button', { name: 'Support Us £5' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type(cards.good);
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Thank you for your donation');
  await expect(heading(page)).toBeFocused();
});
