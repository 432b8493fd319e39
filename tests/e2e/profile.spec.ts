import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { wide } from '#tests/support/breadth.ts';
import { read } from './support/api.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { expectToast, heading, main, open, reload, toast } from './support/pages.ts';
import { fillProfile, password, register } from './support/people.ts';
import { attend, eventIn, join, places } from './support/places.ts';
import { expect, refusals, test } from './support/test.ts';

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a3b69' } })
    .jpeg()
    .toBuffer();

const suggestions = (page: Page) =>
  page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

const dialog = (page: Page) => page.getByRole('dialog');

async function openEditor(page: Page): Promise<void> {
  await open(page, '/dashboard');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(dialog(page)).toBeVisible();
}

const pick = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('Picture to show').setInputFiles({ name, mimeType, buffer });

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save changes' }).click();

test.describe('the new-user flow', () => {
  test('completes the profile, with a town by keyboard that is searched once', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/api/locations') asked.push(url.searchParams.get('q') ?? '');
    });
    await register(page.context(), { complete: false });
    await open(page, '/complete-profile');
    await expect(page.getByLabel('Country')).toHaveValue('United Kingdom');
    await expect(page.getByLabel('Enable SMS Notifications')).not.toBeChecked();
    await page.getByLabel('Last Name').fill('Rees');
    const town = page.getByLabel('City or Town');
    await town.pressSequentially('ab', { delay: 20 });
    await town.pressSequentially('erys', { delay: 20 });
    const options = suggestions(page);
    await expect(options.first()).toContainText('Aberystwyth');
    expect(asked).toEqual(['aberys']);
    await expect(main(page)).toContainText('Place names: GeoNames, CC BY 4.0');
    await town.press('ArrowDown');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await town.press('ArrowDown');
    await town.press('ArrowUp');
    await town.press('Enter');
    await expect(town).toHaveValue('Aberystwyth');
    await expect(options).toHaveCount(0);
    await page.getByLabel('About You').fill('Sings alto, digs on Sundays, reads the rest.');
    await page.getByRole('button', { name: 'Complete Profile & Join Community' }).click();
    await expectToast(page, 'Profile completed! Welcome to Villagehall!');
    await expect(page).toHaveURL('/events');
    const { user } = await read(page.request, 'GET /api/user');
    expect(user).toMatchObject({
      location: 'Aberystwyth, United Kingdom',
      profileCompleted: true,
      phoneNumber: null,
      smsNotifications: false,
    });
    expect(asked).toEqual(['aberys']);
  });

  test.describe('when saving fails', () => {
    test.use({ expectedNoise: refusals });

    test('‘Please try again’ appears, and the text stays', wide, async ({ page }) => {
      await register(page.context(), { complete: false });
      await page.route('**/api/complete-profile', (route) =>
        route.fulfill({ status: 429, json: { code: 'too_many_requests', message: 'Later' } }),
      );
      await open(page, '/complete-profile');
      await fillProfile(page);
      await page.getByRole('button', { name: 'Complete Profile & Join Community' }).click();
      await expectToast(page, 'Please try again');
      await expect(page.getByLabel('City or Town')).toHaveValue('Brecon');
      await expect(page).toHaveURL('/complete-profile');
    });
  });
});

test.describe('the profile', () => {
  test(
    'on a phone starts with the next event; the settings have a page of their own',
    wide,
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await register(page.context());
      const event = await eventIn(page.request, places.rsvp);
      await join(page.request, event.groupId);
      await attend(page.request, event.id);
      await open(page, '/dashboard');
      const parts = main(page).getByRole('heading', { level: 2 });
      await expect(parts).toHaveText(['Your next event', 'My Groups']);
      await expect(main(page).getByRole('region', { name: 'Your next event' })).toContainText(
        event.title,
      );
      await main(page).getByRole('link', { name: 'Settings' }).click();
      await expect(heading(page)).toHaveText('Settings');
      const index = main(page).getByRole('navigation', { name: 'Sections' }).getByRole('link');
      const named = await index.allTextContents();
      const sections = await main(page).getByRole('heading', { level: 3 }).allTextContents();
      expect(named.slice(0, -1)).toEqual(sections.slice(0, -1));
      const email = 'Email and notifications';
      expect(named.indexOf(email)).toBeLessThan(named.indexOf("People you've blocked"));
      await index.filter({ hasText: email }).click();
      await expect(page.getByRole('heading', { name: email, exact: true })).toBeInViewport();
      expect(await violationsOn(page)).toEqual([]);
    },
  );

  test('an old link to one of its sections leads to the settings', wide, async ({ page }) => {
    await register(page.context());
    await page.goto('/dashboard#blocked');
    await expect(page).toHaveURL('/settings#blocked');
    await expect(page.getByRole('heading', { name: "People you've blocked" })).toBeInViewport();
  });

  test('when incomplete explains why to complete it', async ({ page }) => {
    await register(page.context(), { complete: false });
    await open(page, '/dashboard');
    await expect(main(page)).toContainText(
      'Completing it is required to create groups, sign up for events, message members and join discussions.',
    );
    await expect(main(page).getByRole('link', { name: 'Complete your profile' })).toHaveAttribute(
      'href',
      '/complete-profile?next=%2Fdashboard',
    );
    await expect(main(page).getByRole('link', { name: 'View All' })).toHaveAttribute(
      'href',
      '/my-groups',
    );
    await expect(main(page).getByRole('link', { name: 'My Events' })).toHaveAttribute(
      'href',
      '/my-events',
    );
  });

  test('a picture is cropped by keyboard, sent small, shown, and removed again; another file is refused', async ({
    page,
  }) => {
    await register(page.context());
    await openEditor(page);
    await pick(page, 'me.svg', 'image/svg+xml', Buffer.from('<svg/>'));
    await expect(dialog(page)).toContainText(
      'Please choose a PNG, JPEG, WebP, GIF or AVIF picture of at most 12 MB',
    );
    await expect(page.getByRole('button', { name: 'Use this picture' })).toHaveCount(0);
    await pick(page, 'me.jpg', 'image/jpeg', await drawn(1600, 1200));
    const zoom = page.getByLabel('Zoom');
    await expect(zoom).toBeFocused();
    await zoom.press('ArrowRight');
    await expect(zoom).toHaveValue('1.1');
    const position = page.getByRole('application', { name: 'Position of the picture' });
    await position.focus();
    await position.press('ArrowLeft');
    await page.getByRole('button', { name: 'Use this picture' }).click();
    await expect(position).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Change picture' })).toBeFocused();
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/media/avatar'));
    const saved = page.waitForRequest((request) => request.method() === 'PATCH');
    await save(page);
    const headers = await (await sent).allHeaders();
    expect(headers['content-type']).toBe('image/webp');
    expect(Number(headers['content-length'])).toBeLessThan(20_000);
    const { profileImageUrl } = (await saved).postDataJSON() as { profileImageUrl: string };
    const kept = await page.request.get(profileImageUrl);
    expect(await sharp(await kept.body()).metadata()).toMatchObject({ width: 512, height: 512 });
    await expectToast(page, 'Profile updated');
    const picture = page.getByRole('banner').locator('img[src^="/media/"]');
    await expect(picture).toBeVisible();
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByRole('button', { name: 'Remove picture' }).click();
    await save(page);
    await expect(picture).toHaveCount(0);
    await expect
      .poll(async () => (await read(page.request, 'GET /api/user')).user?.profileImageUrl)
      .toBeNull();
  });

  test('the email address stays, all else can be changed, and the dialog suggests towns', async ({
    page,
  }) => {
    await register(page.context());
    await openEditor(page);
    await expect(dialog(page).getByLabel('Email')).not.toBeEditable();
    await page.getByLabel('First Name').fill('Rosalind');
    await page.getByLabel('City or Town').fill('royal tunbridge');
    await suggestions(page).first().click();
    await page.getByLabel('Phone Number').fill('07700 900123');
    await page.getByLabel('Enable SMS Notifications').check();
    await save(page);
    await expectToast(page, 'Profile updated');
    await expect(heading(page)).toHaveText('Rosalind Ashworth');
    expect((await read(page.request, 'GET /api/user')).user).toMatchObject({
      firstName: 'Rosalind',
      location: 'Royal Tunbridge Wells, United Kingdom',
      phoneNumber: '07700 900123',
      smsNotifications: true,
    });
  });

  test.describe('when saving fails', () => {
    test.use({ expectedNoise: /^error: Failed to load resource/ });

    test('‘Error updating profile’ appears', wide, async ({ page }) => {
      await register(page.context());
      await page.route('**/api/auth/user', (route) => route.fulfill({ status: 500, body: '' }));
      await openEditor(page);
      await page.getByLabel('First Name').fill('Rosalind');
      await save(page);
      await expect(page.getByText('Error updating profile', { exact: true })).toBeVisible();
      const hint = 'There was an error updating your profile. Please try again.';
      await expect(page.getByText(hint, { exact: true })).toBeVisible();
      await expect(page.getByLabel('First Name')).toHaveValue('Rosalind');
    });
  });
});

test.describe('downloading data and leaving', () => {
  test.use({ expectedNoise: refusals });

  test('the zip has the profile; then the account is deleted, after its password', async ({
    page,
  }) => {
    const { email } = await register(page.context(), { firstName: 'Ottoline' });
    await open(page, '/settings');
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const file = await started;
    expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
    const files = unzipSync(await readFile(await file.path()));
    const account = JSON.parse(strFromU8(files['account.json'] ?? new Uint8Array())) as unknown;
    expect(account).toMatchObject([{ email, firstName: 'Ottoline' }]);
    expect(strFromU8(files['account.csv'] ?? new Uint8Array())).toContain(email);
    await expectToast(page, 'Your data has been downloaded');

    await page.getByRole('button', { name: 'Delete my account' }).click();
    await expect(dialog(page)).toContainText('0 group memberships');
    await page.getByLabel('Your password').fill('Village-hall2');
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await expect(dialog(page)).toContainText('This is not your password');
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await expect(page).toHaveURL('/');
    await expectToast(page, 'Your account has been deleted');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
    await reload(page);
    await expect(toast(page)).toHaveCount(0);
    expect(await read(page.request, 'GET /api/user')).toEqual({});
  });
});
