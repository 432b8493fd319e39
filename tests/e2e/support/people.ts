import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { send, siteAddress } from './api.ts';
import { linkIn, type Mail } from './mailbox.ts';

export type DemoName = 'admin' | 'organiser' | 'member' | 'newcomer';

export const demoEmail = (name: DemoName) => `${name}@example.com`;
export const password = 'Village-hall1';

/** A member of the demo whose account is suspended on the tested sites. */
export const bannedEmail = 'callum@example.com';

/** Comments by the banned member that await an admin on the tested sites. */
export const pendingCommentTexts = {
  harmless: 'Thank you all for a lovely evening.',
  welcome: 'Lifts to the hall from the station: ring me on the day.',
  unwelcome: 'Cheap watches. Cheap watches. Cheap watches.',
};

/** Messages of a demo organiser that await an admin on the tested sites. */
export const pendingMessages = {
  group: 'Long Table Todmorden',
  harmless: {
    subject: 'A table of many tables',
    text: 'Five kitchens cook on one night, and you walk from one to the next. Tell us which course you can host.',
  },
  welcome: {
    subject: 'Bring a chair',
    text: 'There are more of us than chairs: please bring one that folds, if you have it.',
  },
  unwelcome: {
    subject: 'Watches, half the price',
    text: 'Cheap watches. Cheap watches. Cheap watches.',
  },
};

/** A demo group on the tested sites that follows a calendar with news, and its owner. */
export const follower = { group: 'Whitby Gothic Knitters', email: 'lydia@example.com' };

/** The subject of an email that the tested sites could not send. */
export const deadMail = 'Shoreham Sketchers has been removed';

export interface Person {
  firstName: string;
  email: string;
}

export const newEmail = () => `${randomUUID()}@example.org`;

export const bio = 'Likes long walks, short meetings and other people’s dogs.';

/**
 * Registers somebody new and signs them in at `context`; without `complete`, their profile stays
 * empty.
 */
export async function register(
  context: BrowserContext,
  { complete = true, firstName = 'Robin' }: { complete?: boolean; firstName?: string } = {},
): Promise<Person> {
  const email = newEmail();
  await send(context.request, 'POST /api/register', {
    body: { firstName, email, password, confirmPassword: password },
  });
  if (complete) {
    await send(context.request, 'POST /api/complete-profile', {
      body: {
        bio,
        location: 'Ludlow, United Kingdom',
        lastName: 'Ashworth',
        phoneNumber: '',
        smsNotifications: false,
      },
    });
  }
  return { firstName, email };
}

/** Emails that name groups and events go to confirmed addresses only. */
export async function confirmAddress(context: BrowserContext, confirmation: Mail): Promise<void> {
  const link = new URL(linkIn(confirmation, paths.confirmEmail), siteAddress());
  const token = link.searchParams.get('token') ?? '';
  await send(context.request, 'POST /api/confirm-email', { body: { token } });
}

export async function signIn(context: BrowserContext, email: string): Promise<void> {
  await send(context.request, 'POST /api/login', { body: { email, password } });
}

/** Fills in the form that signs somebody up, but for its button. */
export async function fillSignUp(
  page: Page,
  { firstName = 'Bronwen', email = newEmail() } = {},
): Promise<void> {
  await page.getByLabel('First Name').fill(firstName);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByLabel('I am 16 or older').check();
}

/** Fills in the form that completes a profile, but for its button. */
export async function fillProfile(page: Page): Promise<void> {
  await page.getByLabel('Last Name').fill('Rees');
  await page.getByLabel('City or Town').fill('Brecon');
  await page.getByLabel('About You').fill(bio);
}

/** Logs in by the form on the page. */
export async function logIn(page: Page, email: string, word = password): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(word);
  await page.getByRole('main').getByRole('button', { name: 'Log In', exact: true }).click();
}
