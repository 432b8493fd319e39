import type { Page } from '@playwright/test';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { expectToast, heading, main, open, reload } from './support/pages.ts';
import { newMember } from './support/hosts.ts';
import { expectTab } from './support/places.ts';
import { expect, test } from './support/test.ts';

test.use({ as: 'admin' });

const typed = 'The hall is shut for the floor to dry.';

/** Answers the question whether to leave, and counts how often the page asks it. */
function answering(page: Page, leave: boolean): { asked: string[]; answered: string[] } {
  const asked: string[] = [];
  /** Dialogs that are closed again; while one is open the browser drops clicks and keys. */
  const answered: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await (leave ? dialog.accept() : dialog.dismiss());
    // The answer reaches the page a moment later; a page that is left has no more to say.
    await page.evaluate(() => undefined).catch(() => undefined);
    answered.push(dialog.type());
  });
  return { asked, answered };
}

async function typeSettings(page: Page): Promise<void> {
  await open(page, paths.admin);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await main(page).getByLabel('Announcement').fill(typed);
}

test('every tab, link and Back asks before leaving edited settings', async ({ page }) => {
  await typeSettings(page);
  const { asked } = answering(page, false);
  await page.getByRole('tab', { name: 'Users' }).click();
  await expectTab(page, 'Settings');
  expect(asked).toEqual(['confirm']);
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expectTab(page, 'Settings');
  expect(asked).toHaveLength(2);
  await page.evaluate(() => window.history.back());
  await expect.poll(() => asked.length).toBe(3);
  await expectTab(page, 'Settings');
  await expect(page).toHaveURL(paths.adminTab('settings'));
  await expect(main(page).getByLabel('Announcement')).toHaveValue(typed);
});

test('left edits are back with the tab, marked as not saved, and can be discarded', async ({
  page,
}) => {
  await typeSettings(page);
  const { asked } = answering(page, true);
  await page.getByRole('tab', { name: 'Users' }).click();
  await expectTab(page, 'Users');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(main(page).getByLabel('Announcement')).toHaveValue(typed);
  await expect(main(page)).toContainText("It isn't saved yet.");
  expect(asked).toEqual(['confirm']);
  await reload(page);
  expect(asked).toEqual(['confirm', 'beforeunload']);
  await expect(main(page).getByLabel('Announcement')).toHaveValue(typed);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(main(page).getByLabel('Announcement')).toHaveValue('');
  await expect(main(page)).not.toContainText("It isn't saved yet.");
  await reload(page);
  await expect(main(page).getByLabel('Announcement')).toHaveValue('');
  expect(asked).toHaveLength(2);
});

test(
  'a legal text has its own page, where Escape keeps everything and a draft comes back',
  wide,
  async ({ page }) => {
    const words = '## What we promise\n\nNothing typed here is lost.';
    const { asked } = answering(page, true);
    await open(page, paths.adminTab('settings'));
    await page.getByRole('link', { name: 'Edit Privacy Policy' }).click();
    await expect(page).toHaveURL(adminPaths.legal('privacy'));
    await expect(heading(page)).toHaveText('Privacy Policy');
    await page.getByLabel('Text').fill(words);
    await page.keyboard.press('Escape');
    await page.mouse.click(2, 300);
    await expect(page.getByLabel('Text')).toHaveValue(words);
    expect(asked).toEqual([]);

    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(heading(page)).toHaveText('Admin Panel');
    expect(asked).toEqual(['confirm']);
    await page.getByRole('link', { name: 'Edit Privacy Policy' }).click();
    await expect(page.getByLabel('Text')).toHaveValue(words);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page.getByLabel('Text')).not.toHaveValue(words);
  },
);

test('Escape or a click beside a dialog keeps its half-typed text', wide, async ({ page }) => {
  await open(page, paths.adminTab('settings'));
  await page.getByRole('button', { name: 'New invitation' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note').fill('For the choir, half written');
  const { answered } = answering(page, false);
  await page.keyboard.press('Escape');
  await expect.poll(() => answered.length).toBe(1);
  await page.mouse.click(2, 300);
  await expect.poll(() => answered.length).toBe(2);
  await expect(dialog.getByLabel('Note')).toHaveValue('For the choir, half written');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
});

test('they also keep the reason for a ban', wide, async ({ page, browser }) => {
  const { email } = await newMember(browser, 'Isolde');
  await open(page, `${paths.adminTab('users')}&q=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Ban', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Reason').fill('Sold tickets in');
  const { asked } = answering(page, false);
  await page.keyboard.press('Escape');
  await expect.poll(() => asked).toEqual(['confirm']);
  await expect(dialog.getByLabel('Reason')).toHaveValue('Sold tickets in');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  expect(asked).toHaveLength(1);
});

test('they also keep a changed profile, unless its owner discards it', wide, async ({ page }) => {
  await open(page, paths.dashboard);
  const edit = page.getByRole('button', { name: 'Edit Profile' });
  await edit.click();
  const dialog = page.getByRole('dialog');
  const before = await dialog.getByLabel('Bio').inputValue();
  await dialog.getByLabel('Bio').fill(typed);
  let leave = false;
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.type());
    void (leave ? question.accept() : question.dismiss());
  });
  await page.keyboard.press('Escape');
  await expect.poll(() => asked.length).toBe(1);
  await page.mouse.click(2, 300);
  await expect.poll(() => asked.length).toBe(2);
  await expect(dialog.getByLabel('Bio')).toHaveValue(typed);
  leave = true;
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await edit.click();
  await expect(dialog.getByLabel('Bio')).toHaveValue(before);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(asked).toHaveLength(3);
});

test('saved settings leave no draft behind', wide, async ({ page }) => {
  await typeSettings(page);
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expectToast(page, 'Settings saved');
  const { asked } = answering(page, true);
  await page.getByRole('tab', { name: 'Users' }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(main(page)).not.toContainText("It isn't saved yet.");
  await main(page).getByLabel('Announcement').fill('');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expectToast(page, 'Settings saved');
  expect(asked).toEqual([]);
});
