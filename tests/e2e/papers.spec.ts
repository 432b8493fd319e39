import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { paths } from '../../contract/paths.ts';
import { violationsOn } from '../support/axe.ts';
import { wide } from '../support/breadth.ts';
import { send } from './support/api.ts';
import { expectToast, heading, main, open } from './support/pages.ts';
import { expect, refusals, test } from './support/test.ts';

const item = (page: Page, title: string) =>
  main(page).getByRole('list', { name: 'Papers' }).getByRole('listitem').filter({ hasText: title });

const titles = [
  'Illegal content risk assessment',
  'Children’s access assessment',
  'Record of measures',
  'Accessibility statement',
  'Register of processing',
  'Retention table',
];

/** Answers what nothing is suggested for; all else stands as it is. */
async function answerAll(page: Page): Promise<void> {
  for (const box of await main(page).locator('textarea[aria-required]').all()) {
    if ((await box.inputValue()) === '') await box.fill('The hall committee, on 3 November 2026');
  }
}

test.use({ as: 'admin', expectedNoise: refusals });
test.describe.configure({ mode: 'serial' });

test('an operator completes the pack, and prints it', wide, async ({ page }) => {
  await open(page, paths.adminTab('safety'));
  await expect(item(page, 'Children’s access assessment')).toContainText('Complete');
  for (const title of titles) {
    await open(page, paths.adminTab('safety'));
    await item(page, title)
      .getByRole('link', { name: /^(Begin|Review): / })
      .click();
    await expect(heading(page)).toHaveText(title);
    await answerAll(page);
    await main(page)
      .getByRole('button', { name: /^Save Version \d+$/ })
      .click();
    await expectToast(page, title.startsWith('Children') ? 'Version 2 saved' : 'Version 1 saved');
    await expect(page).toHaveURL(/\/admin\/papers\/[a-z-]+\/\d+$/);
    await expect(main(page)).not.toContainText('Not answered yet');
  }
  await open(page, paths.adminTab('safety'));
  for (const title of titles) await expect(item(page, title)).toContainText('Complete');

  await main(page).getByRole('link', { name: 'Print the Pack' }).click();
  await expect(main(page).getByRole('article')).toHaveCount(titles.length);
  await expect(main(page)).not.toContainText('Not begun');
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await main(page).getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('body[data-printed]')).toHaveCount(1);
  expect(await violationsOn(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(main(page).getByRole('link', { name: 'Safety', exact: true })).toBeHidden();
  await expect(main(page).getByRole('heading', { name: 'Retention table' })).toBeVisible();
});

test('a version is read as it was, and taken along as Markdown', wide, async ({ page }) => {
  await open(page, '/admin/papers/retention/1');
  await expect(main(page)).toContainText('Version 1, saved on');
  const coming = page.waitForEvent('download');
  await main(page).getByRole('link', { name: 'Download Markdown' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('retention-1.md');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toMatch(/^# Retention table\n\nVersion 1, saved on .+ by Margaret Ellis\./);
  expect(text).toContain('The hall committee, on 3 November 2026');
});

test('a setting that changes what a paper says marks it, line by line', wide, async ({ page }) => {
  await open(page, paths.adminTab('settings'));
  await page.getByLabel('Sent mail, in days').fill('21');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expectToast(page, 'Settings saved');
  await page.getByRole('tab', { name: /^Safety/ }).click();
  await expect(page.getByRole('tab', { name: 'Safety 2 papers to look at again' })).toBeVisible();
  await expect(item(page, 'Retention table')).toContainText('Changed since');
  await item(page, 'Retention table')
    .getByRole('link', { name: /^Review/ })
    .click();
  await expect(main(page)).toContainText('A setting has changed what this paper says');
  await expect(main(page).locator('del').first()).toContainText('30 days');
  await expect(main(page).locator('ins').first()).toContainText('21 days');
  expect(await violationsOn(page)).toEqual([]);
});

test('what somebody saves meanwhile is not written over', wide, async ({ page }) => {
  await open(page, '/admin/papers/measures');
  const box = page.getByLabel('Who is accountable for safety?');
  await box.fill('Ada Quill, treasurer');
  const answers = Object.fromEntries(
    await page
      .locator('form[aria-label] [name]')
      .evaluateAll((fields) =>
        (fields as HTMLInputElement[])
          .filter((field) => field.type !== 'radio' || field.checked)
          .map((field) => [field.name, field.value]),
      ),
  ) as Record<string, string>;
  await send(page.request, 'POST /api/admin/papers/:paper/versions', {
    params: { paper: 'measures' },
    body: { answers: { ...answers, accountable: 'Bea Reed', body: 'The trustees' }, after: 1 },
  });
  await page.getByRole('button', { name: 'Save Version 2' }).click();
  await expect(page.getByRole('alert')).toContainText('Somebody has saved this paper meanwhile');
  await expect(box).toHaveValue('Ada Quill, treasurer');
  await expect(page.getByLabel('To whom do they answer?')).toHaveValue('The trustees');
  await page.getByRole('button', { name: 'Save Version 3' }).click();
  await expectToast(page, 'Version 3 saved');
  await expect(main(page)).toContainText('Ada Quill, treasurer');
});

test('a paper or a version that there is not is not found', async ({ page }) => {
  for (const path of ['/admin/papers/taxes', '/admin/papers/retention/99']) {
    await open(page, path);
    await expect(heading(page)).toHaveText('Paper not found');
  }
});
