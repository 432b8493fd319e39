import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { siteAddress } from './api.ts';

/** The stand-in's state that tests read. */
declare global {
  interface Window {
    stripeOptions: { clientSecret: string };
    stripeElement: { options: unknown; listeners: Record<string, (event: object) => void> };
    stripeConfirmed: { confirmParams: { return_url: string }; redirect: string }[];
    holdStripe: boolean;
  }
}

const standIn = fileURLToPath(new URL('stripe-js.js', import.meta.url));

export const script = 'https://js.stripe.com/**';
const api = 'https://api.stripe.com/**';

/** The site's public key contains the local Stripe's port. */
let localStripe = '';

/** Serves the stand-in for Stripe.js, and routes its calls to the local Stripe. */
export async function serveStripe(page: Page): Promise<void> {
  await page.route(script, (route) => route.fulfill({ path: standIn }));
  await page.route(api, callLocally);
}

async function callLocally(route: Route): Promise<void> {
  const answer = await answerLocally(route);
  await route.fulfill({
    status: answer.status,
    contentType: 'application/json',
    headers: { 'access-control-allow-origin': '*' },
    body: await answer.text(),
  });
}

/** Lets the local Stripe answer a call, without telling the page. */
export async function answerLocally(route: Route): Promise<Response> {
  const body = route.request().postData() ?? '';
  const port = new URLSearchParams(body).get('key')?.replace('pk_test_', '');
  localStripe = `http://127.0.0.1:${port}`;
  const { pathname } = new URL(route.request().url());
  return fetch(`${localStripe}${pathname}`, { method: 'POST', body });
}

/** Makes the local Stripe send its webhook events to the site, which must accept all of them. */
export async function deliverMessages(): Promise<void> {
  const answer = await fetch(`${localStripe}/deliver?to=${siteAddress()}`, { method: 'POST' });
  const statuses = (await answer.json()) as number[];
  expect(statuses.length).toBeGreaterThan(0);
  expect(statuses.every((status) => status === 200)).toBe(true);
}

export const paymentDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Complete Donation' });

/** Finds the button of an amount: '£5' is not '£50'. */
export const tierButton = (page: Page, amount: string): Locator =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${amount} `) });

/** Chooses an amount and waits for the payment form. */
export async function beginDonation(page: Page, tier: string): Promise<Locator> {
  await tierButton(page, tier).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Support Us £/ })
    .click();
  const dialog = paymentDialog(page);
  await expect(dialog.getByLabel('Card number')).toBeVisible();
  return dialog;
}

export async function payWith(dialog: Locator, card: string): Promise<void> {
  await dialog.getByLabel('Card number').fill(card);
  await dialog.getByRole('button', { name: /^Donate £/ }).click();
}
