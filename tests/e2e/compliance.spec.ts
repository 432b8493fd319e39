import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { send } from './support/api.ts';
import { banner, followGuide } from './support/guide.ts';
import { startSite } from './support/own-site.ts';
import { expectToast, heading, main, open, reload, toast } from './support/pages.ts';
import { demoEmail, password, signIn } from './support/people.ts';
import { expect, refusals, test } from './support/test.ts';

const item = (page: Page, title: string) =>
  main(page)
    .getByRole('list', { name: 'Compliance documents' })
    .getByRole('listitem')
    .filter({ hasText: title });

const titles = [
  'Illegal content risk assessment',
  'Children’s access assessment',
  'Record of measures',
  'Accessibility statement',
  'Register of processing',
  'Retention table',
];

const stepHeading = (page: Page) => main(page).getByRole('heading', { name: /^Step \d+ of \d+/ });
const next = (page: Page) => main(page).getByRole('button', { name: 'Next' });
const saveVersion = (page: Page) => main(page).getByRole('button', { name: /^Save version \d+$/ });

/** Answers questions without a suggestion; the others keep theirs. */
async function answerStep(page: Page): Promise<void> {
  for (const box of await main(page).locator('textarea[aria-required]').all()) {
    if ((await box.inputValue()) === '') await box.fill('The hall committee, on 3 November 2026');
  }
}

/** Goes through all steps, from the first to the last one. */
async function answerAll(page: Page): Promise<void> {
  const words = (await stepHeading(page).textContent()) ?? '';
  const count = Number(/ of (\d+)/.exec(words)?.[1]);
  for (let step = 1; step < count; step += 1) {
    await answerStep(page);
    await next(page).click();
    await expect(stepHeading(page)).toContainText(`Step ${step + 1} of ${count}`);
  }
}

test.use({ as: 'admin', expectedNoise: refusals });
test.describe.configure({ mode: 'serial' });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  const path = '/admin/papers/processing';
  const controller = (page: Page) => page.getByLabel('Who is the controller?');
  const host = (page: Page) => page.getByLabel('Who hosts the server', { exact: false });
  const stepList = (page: Page) => main(page).getByRole('list', { name: 'Steps' });

  test('a document is answered in steps, and each is saved on the way', async ({ page }) => {
    await open(page, path);
    await expect(stepList(page).getByRole('listitem')).toHaveCount(4);
    await expect(stepList(page)).not.toContainText('done');
    expect(await violationsOn(page)).toEqual([]);
    await main(page).getByRole('link', { name: 'Start' }).click();
    await expect(page).toHaveURL(/\?step=1$/);
    await expect(stepHeading(page)).toHaveText('Step 1 of 4: Who is responsible');
    await expect(stepHeading(page)).toBeFocused();
    await controller(page).fill('The hall committee');
    await page.getByLabel('Is the data protection fee paid to the ICO?').fill('ZA123456');
    await next(page).click();
    await expect(stepHeading(page)).toHaveText('Step 2 of 4: Where data is');
    await expect(stepHeading(page)).toBeFocused();
    expect(await violationsOn(page)).toEqual([]);

    await host(page).fill('A company in Leeds');
    await page.goBack();
    await expect(stepHeading(page)).toHaveText('Step 1 of 4: Who is responsible');
    await expect(controller(page)).toHaveValue('The hall committee');
    await page.goForward();
    await expect(host(page)).toHaveValue('A company in Leeds');
    await reload(page);
    await expect(stepHeading(page)).toHaveText('Step 2 of 4: Where data is');
    await expect(host(page)).toHaveValue('A company in Leeds');
    await next(page).click();
    await expect(stepHeading(page)).toHaveText('Step 3 of 4: How it is kept safe');
    await page.getByRole('link', { name: 'All steps' }).click();
    await expect(heading(page)).toBeFocused();
    await expect(stepList(page).getByRole('listitem').first()).toContainText('done');
    await expect(stepList(page).getByRole('listitem').nth(1)).not.toContainText('done');
    await expect(main(page).getByRole('link', { name: 'Continue with step 2' })).toBeVisible();
  });

  test('the last step lists what is missing, with links to it', async ({ page }) => {
    await open(page, `${path}?step=4`);
    await expect(main(page)).toContainText('A company in Leeds');
    await saveVersion(page).click();
    await expect(stepHeading(page)).toHaveText('Step 2 of 4: Where data is');
    const missing = page.getByLabel('Does data leave the United Kingdom', { exact: false });
    await expect(missing).toBeFocused();
    await expect(missing).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('alert')).toContainText("This step isn't finished");
    expect(await violationsOn(page)).toEqual([]);
    await missing.fill('It does not');
    await expect(missing).not.toHaveAttribute('aria-invalid');
    await next(page).click();
    await page.getByLabel('Who has access to the server', { exact: false }).fill('Two of us');
    await next(page).click();
    await expect(main(page)).toContainText('Two of us');
    await saveVersion(page).click();
    await expectToast(page, 'Version 1 saved');
    await expect(page).toHaveURL(/\/processing\/1$/);
  });

  test.describe('when saving fails', () => {
    test.use({ expectedNoise: new RegExp(`${refusals.source}|ERR_INTERNET_DISCONNECTED`) });

    test('the step stays, with the typed text', async ({ page, context }) => {
      await open(page, `${path}?step=1`);
      await controller(page).fill('The parish council');
      await context.setOffline(true);
      await next(page).click();
      await expectToast(page, "You're offline");
      await toast(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(controller(page)).toHaveValue('The parish council');
      await context.setOffline(false);
      await context.clearCookies();
      await next(page).click();
      await expect(page).toHaveURL(/\/auth\?/);
      await signIn(context, demoEmail('admin'));
      await open(page, `${path}?step=1`);
      await expect(controller(page)).toHaveValue('The parish council');
      await expect(main(page)).toContainText('What you typed is still here');
      await next(page).click();
      await expect(stepHeading(page)).toContainText('Step 2 of 4');
      await open(page, path);
      await main(page).getByRole('button', { name: 'Discard draft' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click();
      await expectToast(page, 'Draft discarded');
      await expect(main(page).getByRole('link', { name: 'Review step by step' })).toBeVisible();
    });
  });
});

test('an operator completes the pack, and prints it', wide, async ({ page }) => {
  await open(page, paths.adminTab('safety'));
  await expect(item(page, 'Children’s access assessment')).toContainText('Complete');
  for (const title of titles) {
    await open(page, paths.adminTab('safety'));
    await item(page, title)
      .getByRole('link', { name: /^(Start|Review|Continue): / })
      .click();
    await expect(heading(page)).toHaveText(title);
    await main(page).getByRole('list', { name: 'Steps' }).getByRole('link').first().click();
    await answerAll(page);
    await saveVersion(page).click();
    await expect(toast(page).getByText(/^Version \d+ saved$/)).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/papers\/[a-z-]+\/\d+$/);
    await expect(main(page)).not.toContainText('Not answered yet');
  }
  await open(page, paths.adminTab('safety'));
  for (const title of titles) await expect(item(page, title)).toContainText('Complete');

  await main(page).getByRole('link', { name: 'Print the pack' }).click();
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

test('a version looks as it was, and downloads as Markdown', wide, async ({ page }) => {
  await open(page, '/admin/papers/retention/1');
  await expect(main(page)).toContainText('Version 1, saved on');
  const coming = page.waitForEvent('download');
  await main(page).getByRole('link', { name: 'Download as Markdown' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('retention-1.md');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toMatch(/^# Retention table\n\nVersion 1, saved on .+ by Margaret Ellis\./);
  expect(text).toContain('The hall committee, on 3 November 2026');
});

test('a changed setting marks an outdated document, line by line', wide, async ({ page }) => {
  await open(page, paths.adminTab('settings'));
  await page.getByLabel('Sent emails, in days').fill('21');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expectToast(page, 'Settings saved');
  await page.getByRole('tab', { name: /^Safety/ }).click();
  await expect(page.getByRole('tab', { name: 'Safety 2 documents to review' })).toBeVisible();
  await expect(item(page, 'Retention table')).toContainText('Settings have changed');
  await item(page, 'Retention table')
    .getByRole('link', { name: /^Review/ })
    .click();
  await expect(main(page)).toContainText('A setting has changed what this document says');
  await expect(main(page).locator('del').first()).toContainText('30 days');
  await expect(main(page).locator('ins').first()).toContainText('21 days');
  expect(await violationsOn(page)).toEqual([]);
});

test("an admin's save never overwrites another's", wide, async ({ page }) => {
  await open(page, '/admin/papers/measures?step=1');
  const box = page.getByLabel('Who is accountable for safety?');
  await box.fill('Ada Quill, treasurer');
  const response = await page.request.get('/api/admin/papers/measures');
  const { answers } = (await response.json()) as { answers: Record<string, string> };
  await send(page.request, 'POST /api/admin/papers/:paper/versions', {
    params: { paper: 'measures' },
    body: { answers: { ...answers, accountable: 'Bea Reed', body: 'The trustees' }, after: 1 },
  });
  await next(page).click();
  await expect(page.getByRole('alert')).toContainText('Someone else has saved this document');
  await expect(box).toHaveValue('Ada Quill, treasurer');
  await expect(page.getByLabel('To whom do they answer?')).toHaveValue('The trustees');
  await next(page).click();
  await expect(stepHeading(page)).toContainText('Step 2');
  await open(page, '/admin/papers/measures?step=4');
  await page.getByRole('button', { name: 'Save version 3' }).click();
  await expectToast(page, 'Version 3 saved');
  await expect(main(page)).toContainText('Ada Quill, treasurer');
});

test('an unknown document or version is not found', async ({ page }) => {
  for (const path of ['/admin/papers/taxes', '/admin/papers/retention/99']) {
    await open(page, path);
    await expect(heading(page)).toHaveText('Document not found');
  }
});

test('the guide to the yearly documents names what the screens have', wide, async ({ browser }) => {
  // Other tests write the documents of the shared site.
  const site = await startSite({ DEMO: 'true' });
  try {
    const page = await browser.newPage({
      baseURL: site.url,
      viewport: { width: 1280, height: 800 },
    });
    await page.request.post('/api/login', {
      headers: { origin: site.url },
      data: { email: demoEmail('admin'), password },
    });
    const document = (title: string) => main(page).getByRole('listitem').filter({ hasText: title });
    await open(page, paths.home);
    await followGuide(page, 'compliance-documents', async (guide) => {
      await guide.presses('Admin', banner(page));
      await guide.presses('Safety');
      await guide.sees('Print the pack');
      await guide.presses('Start', document('Accessibility statement'));
      await expect(heading(page)).toHaveText('Accessibility statement');
      await guide.presses('Start');
      await guide.sees('Next');
      await main(page).getByRole('list', { name: 'Steps' }).getByRole('link').last().click();
      await guide.sees('Save version 1');

      await open(page, paths.adminTab('safety'));
      await guide.presses('Read', document('Children’s access assessment'));
      await guide.sees(['Print', 'Download as Markdown']);
      await open(page, paths.adminTab('safety'));
      await guide.presses('Review', document('Children’s access assessment'));
      await guide.sees('Review step by step');
    });
    await page.close();
  } finally {
    await site.stop();
  }
});
