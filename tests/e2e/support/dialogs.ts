import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { deadMail, password } from './people.ts';
import { places } from './places.ts';

/** A dialog of the site, and how to open it; opening it changes nothing. */
export interface DialogScreen {
  name: string;
  path: string;
  open: (page: Page) => Promise<void>;
}

export const openDialog = (page: Page): Locator =>
  page.locator('[role=dialog], [role=alertdialog]');

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

const picture = async () => ({
  name: 'me.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 640, height: 480, channels: 3, background: '#7a3b69' } })
    .jpeg()
    .toBuffer(),
});

const onDashboard = (name: string, open: DialogScreen['open']): DialogScreen => ({
  name,
  path: paths.dashboard,
  open,
});

const inSettings = (name: string, open: DialogScreen['open']): DialogScreen => ({
  name,
  path: paths.settings,
  open,
});

export const accountDialogs: readonly DialogScreen[] = [
  {
    name: 'subscribe',
    path: paths.groups,
    open: async (page) => {
      await page.getByRole('article').first().getByRole('link').first().click();
      await button(page, /^Add to my calendar: /).click();
    },
  },
  {
    name: 'own-calendar',
    path: paths.myEvents,
    open: (page) => button(page, /^Add to my calendar: /).click(),
  },
  onDashboard('edit-profile', (page) => button(page, 'Edit Profile').click()),
  onDashboard('crop-picture', async (page) => {
    await button(page, 'Edit Profile').click();
    await page.getByLabel('Picture to show').setInputFiles(await picture());
    await expect(button(page, 'Use this picture')).toBeVisible();
  }),
  inSettings('change-password', (page) => button(page, 'Change password').click()),
  inSettings('two-step-password', (page) => button(page, 'Set up two-step sign-in').click()),
  inSettings('two-step-app', async (page) => {
    await button(page, 'Set up two-step sign-in').click();
    await page.getByLabel('Your password').fill(password);
    await button(page, 'Continue').click();
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  }),
  inSettings('make-token', (page) => button(page, 'Create a token').click()),
  inSettings('token-made', async (page) => {
    await button(page, 'Create a token').click();
    await page.getByLabel('Name', { exact: true }).fill('Parish website');
    await button(page, 'Create token').click();
    await expect(button(page, "I've saved it")).toBeVisible();
  }),
  inSettings('delete-token', (page) =>
    page
      .locator('#tokens')
      .getByRole('button', { name: /^Delete / })
      .first()
      .click(),
  ),
  inSettings('delete-account', async (page) => {
    await button(page, 'Delete my account').click();
    await expect(page.getByLabel('Your password')).toBeVisible();
  }),
];

const fromMenu = (name: string, path: string, item: string): DialogScreen => ({
  name,
  path,
  open: async (page) => {
    await button(page, /^Actions for /).click();
    await page.getByRole('menuitem', { name: item }).click();
  },
});

const users = `${paths.adminTab('users')}&q=organiser%40example.com`;
const groups = `${paths.adminTab('groups')}&q=${encodeURIComponent(places.rsvp)}`;
const settings = paths.adminTab('settings');

const fromUserMenu = fromMenu('clean-up', users, 'Clean up spam…');

/** The review of a purge loads once it is open. */
const cleanUp: DialogScreen = {
  ...fromUserMenu,
  open: async (page) => {
    await fromUserMenu.open(page);
    await expect(openDialog(page).getByLabel('Reason')).toBeVisible();
  },
};

export const adminDialogs: readonly DialogScreen[] = [
  fromMenu('make-admin', users, 'Make admin'),
  fromMenu('ban', users, 'Ban'),
  fromMenu('sign-out-user', users, 'Sign out everywhere'),
  cleanUp,
  fromMenu('delete-user', users, 'Delete'),
  fromMenu('reject-group', groups, 'Unpublish'),
  fromMenu('delete-group', groups, 'Delete'),
  fromMenu('delete-event', paths.adminTab('events'), 'Delete'),
  fromMenu('delete-comment', paths.adminTab('comments'), 'Delete'),
  {
    name: 'new-invitation',
    path: settings,
    open: (page) => button(page, 'New invitation').click(),
  },
];

/** Opens the page of the email that could not be sent. */
export async function openDeadMail(page: Page): Promise<void> {
  await page.goto(`${adminPaths.mail}?state=dead`);
  await page.getByRole('link', { name: deadMail }).click();
  await expect(page.getByRole('heading', { level: 1, name: deadMail })).toBeVisible();
}
