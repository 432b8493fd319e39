import { adminPaths } from '#contract/operations/admin-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { read, send } from './support/api.ts';
import { newContext, newGroup, newMember, uniqueName } from './support/hosts.ts';
import { expectToast, heading, main, open, reload } from './support/pages.ts';
import { confirmAddress } from './support/people.ts';
import { review } from './support/reviewing.ts';
import { expect, test } from './support/test.ts';

test.use({ as: 'admin' });

test.describe('the analytics tab', () => {
  test('draws charts, each with a table and a file of its data', async ({ page }) => {
    await open(page, paths.admin);
    const chart = main(page).getByRole('region', { name: 'New members', exact: true });
    await expect(chart.locator('.recharts-bar-rectangle').first()).toBeVisible();
    await chart.getByText('Show as a table').click();
    await expect(chart.getByRole('columnheader')).toHaveText(['Week of', 'Members']);
    await expect(chart.getByRole('row')).toHaveCount(27);
    const saved = page.waitForEvent('download');
    await chart.getByRole('button', { name: 'Download CSV: New members' }).click();
    expect((await saved).suggestedFilename()).toBe('new-members.csv');
  });
});

test.describe('the settings tab', () => {
  test.afterEach(async ({ page }) => {
    await send(page.request, 'PATCH /api/admin/settings', {
      body: { banner: '', groupApproval: true },
    });
  });

  test('saves an announcement for every page', async ({ page, browser }) => {
    await open(page, paths.adminTab('settings'));
    const announcement = page.getByRole('complementary', { name: 'Announcement' });
    await expect(announcement).toHaveCount(0);
    await main(page).getByLabel('Announcement').fill('The hall is closed on Monday.');
    await main(page).getByRole('button', { name: 'Save settings' }).click();
    await expectToast(page, 'Settings saved');
    await expect(announcement).toHaveText('The hall is closed on Monday.');
    const stranger = await (await newContext(browser)).newPage();
    await open(stranger, paths.about);
    await expect(stranger.getByRole('complementary', { name: 'Announcement' })).toHaveText(
      'The hall is closed on Monday.',
    );
  });

  test('creates and revokes an invitation', wide, async ({ page }) => {
    await open(page, paths.adminTab('settings'));
    await main(page).getByRole('button', { name: 'New invitation' }).click();
    const note = `For the choir ${Date.now()}`;
    await page.getByRole('dialog').getByLabel('Note').fill(note);
    await page.getByRole('button', { name: 'Create invitation' }).click();
    const invitation = main(page).getByRole('listitem').filter({ hasText: note });
    await expect(invitation).toContainText('Used 0 of 1 times');
    await invitation.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(invitation).toContainText('Withdrawn');
  });

  test('replaces a legal page and restores its first text', wide, async ({ page }) => {
    await open(page, paths.adminTab('settings'));
    await main(page).getByRole('link', { name: 'Edit Cookie Policy' }).click();
    await expect(heading(page)).toHaveText('Cookie Policy');
    await page.getByLabel('Text').fill('## One cookie\n\n{{site}} sets <b>one</b>.');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await expect(main(page).getByRole('heading', { name: 'One cookie' })).toBeVisible();
    await expect(page.getByRole('tabpanel')).toContainText('Villagehall sets <b>one</b>.');
    await page.getByRole('button', { name: 'Save page' }).click();
    await expectToast(page, 'Page saved');
    await open(page, paths.cookies);
    await expect(main(page)).toContainText('Villagehall sets <b>one</b>.');
    await open(page, adminPaths.legal('cookies'));
    await page.getByRole('button', { name: 'Back to the standard text' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Go back' }).click();
    await expectToast(page, 'Page saved');
    await expect(page.getByLabel('Text')).toHaveValue(/Our cookies/);
    await open(page, paths.cookies);
    await expect(main(page).getByRole('heading', { name: 'Our cookies' })).toBeVisible();
  });
});

test(
  'the audit log consists of sentences with old and new values, and can be searched',
  wide,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const invitationDays of [29, 30]) {
      await send(page.request, 'PATCH /api/admin/settings', { body: { invitationDays } });
    }
    await open(page, adminPaths.audit);
    await main(page).getByLabel('What', { exact: true }).selectOption('Settings: change');
    await expect(page).toHaveURL(/action=settings\.change/);
    const change = main(page).getByRole('row').filter({ hasText: 'invitation days: 29 → 30' });
    await expect(change.first()).toBeVisible();
    await reload(page);
    await expect(change.first()).toContainText('changed the settings');
  },
);

test.describe('the mail pages', () => {
  // The browser logs the test's own access to the frame.
  test.use({ expectedNoise: /Blocked script execution in '.*body\.html'/ });

  test(
    "show members' emails, in HTML that runs nothing",
    wide,
    async ({ page, browser, mailTo }) => {
      const name = uniqueName('Kite Flyers');
      const { context: founder, email } = await newMember(browser, 'Robin');
      await confirmAddress(founder, await mailTo(email, 'Confirm your email'));
      const { id } = await newGroup(founder, { name });
      await review(page.context(), id, {
        status: 'rejected',
        reason: '<script>alert(1)</script>',
      });
      const search = `${adminPaths.mail}?q=${encodeURIComponent(name)}`;
      const written = () => read(page.request, 'GET /api/admin/mail', { query: { q: name } });
      await expect.poll(async () => (await written()).length).toBe(1);
      await open(page, search);
      await main(page).getByRole('link', { name }).click();
      await expect(heading(page)).toContainText(name);
      const mail = page.frameLocator('iframe');
      await expect(mail.getByText('What the admin said: <script>alert(1)</script>')).toBeVisible();
      await expect(page.locator('iframe')).toHaveAttribute('sandbox', '');
      await expect(main(page).locator('pre')).toContainText('<script>');
    },
  );
});
