import { paths } from '../../contract/paths.ts';
import { heading, main, open } from './support/pages.ts';
import { expectTab } from './support/places.ts';
import { expect, test } from './support/test.ts';

test.describe('specification §2 and §4, the admin panel', () => {
  test.describe('for a member', () => {
    test.use({ as: 'member' });

    test('is not linked to, and its address leads to the dashboard', async ({ page }) => {
      await open(page, paths.adminTab('users'));
      await expect(page).toHaveURL(paths.dashboard);
      await expect(page.locator('a[href^="/admin"]')).toHaveCount(0);
    });
  });

  test.describe('for an admin', () => {
    test.use({ as: 'admin' });

    test('is linked to from the header, the menu of a phone and the profile', async ({ page }) => {
      await open(page, paths.dashboard);
      await expect(main(page).getByRole('link', { name: 'Admin Panel' })).toBeVisible();
      await page.setViewportSize({ width: 320, height: 640 });
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expect(page.getByRole('link', { name: 'Admin', exact: true })).toBeVisible();
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true }).click();
      await expect(page).toHaveURL(paths.admin);
      await expect(heading(page)).toHaveText('Admin Panel');
    });

    test('has six tabs, each with an address of its own', async ({ page }) => {
      await open(page, paths.admin);
      const names = ['Analytics', 'Users', 'Groups', 'Events', 'Comments', 'Settings'];
      await expect(page.getByRole('tab')).toHaveText(names);
      await page.getByRole('tab', { name: 'Users' }).click();
      await expect(page).toHaveURL(paths.adminTab('users'));
      await open(page, paths.adminTab('comments'));
      await expectTab(page, 'Comments');
    });
  });
});
