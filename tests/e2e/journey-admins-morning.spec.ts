import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { read, send, siteAddress } from './support/api.ts';
import { expectToast, heading, main, open } from './support/pages.ts';
import { showWaiting } from './support/reviewing.ts';
import { pendingCommentTexts, register } from './support/people.ts';
import { expectTab } from './support/places.ts';
import { expect, test } from './support/test.ts';

test.use({ as: 'admin' });

const banner = (page: Page) => page.getByRole('banner');
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const waiting = (page: Page, words: string) =>
  page
    .getByRole('region', { name: 'Waiting for review' })
    .getByRole('article')
    .filter({ hasText: words });

/** Creates a group that somebody new has submitted overnight. */
async function pendingGroup(browser: Browser) {
  const context = await browser.newContext({
    baseURL: siteAddress(),
    storageState: { cookies: [], origins: [] },
  });
  const { email } = await register(context, { firstName: 'Hester' });
  const name = `Corvedale Cider Press ${randomUUID().slice(0, 8)}`;
  await send(context.request, 'POST /api/groups', {
    body: {
      name,
      description: 'We press the village’s apples together every October, and drink the result.',
      groupType: 'foodDrink',
      chargeForEvents: 'free',
      imageUrl: '',
    },
  });
  const [group] = await read(context.request, 'GET /api/user/groups');
  await context.close();
  return { email, name, id: group?.id ?? 0 };
}

test('the admin’s morning: pending items are counted, a group approved, a comment released, its author checked, a setting saved, and all of it logged', async ({
  page,
  browser,
}) => {
  test.slow();
  const group = await pendingGroup(browser);

  await test.step('the header of any page says what waits, and leads to it', async () => {
    await open(page, paths.events);
    const link = banner(page).getByRole('link', { name: /^Admin/ });
    await expect(link).toContainText(/\d+ groups? to review/);
    await expect(link).toContainText(/\d+ comments? to review/);
    await link.click();
    await expect(heading(page)).toHaveText('Admin Panel');
    await expect(tab(page, 'Groups')).toContainText(/to review/);
    await expect(tab(page, 'Comments')).toContainText(/to review/);
  });

  await test.step('reads what the group says of itself and who sends it, and approves it', async () => {
    await tab(page, 'Groups').click();
    const sent = waiting(page, group.name);
    await showWaiting(page, sent);
    await expect(sent).toContainText('We press the village’s apples');
    await expect(sent).toContainText(group.email);
    await expect(sent).toContainText('First group');
    await sent.getByRole('button', { name: `Approve ${group.name}` }).click();
    await expectToast(page, `${group.name} has been approved`);
    await expect(sent).toHaveCount(0);
    const stranger = await page.request.get(`/api/groups/${group.id}`, { headers: { cookie: '' } });
    expect(stranger.status()).toBe(200);
  });

  await test.step('releases a comment that was held, which then stands under its event', async () => {
    await tab(page, 'Comments').click();
    const held = waiting(page, pendingCommentTexts.harmless);
    const event = (await held.getByRole('link').getAttribute('href')) ?? '';
    await held.getByRole('button', { name: /^Release/ }).click();
    await expectToast(page, 'Comment released');
    await expect(held).toHaveCount(0);
    await open(page, event);
    await expect(main(page).getByText(pendingCommentTexts.harmless)).toBeVisible();
    await page.goBack();
  });

  await test.step('looks at who has sent the group', async () => {
    await tab(page, 'Users').click();
    await page.getByRole('searchbox', { name: 'Search' }).fill(group.email);
    const rows = page.getByRole('row').filter({ hasText: group.email });
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Hester');
    await expect(rows).toContainText('Active');
    await expect(rows).toContainText('1 group');
  });

  await test.step('begins to change a setting, is called away, and loses nothing', async () => {
    const asked: string[] = [];
    page.on('dialog', (question) => {
      asked.push(question.type());
      void (asked.length === 1 ? question.dismiss() : question.accept());
    });
    const words = 'The boiler is seen to on Thursday.';
    await tab(page, 'Settings').click();
    await main(page).getByLabel('Announcement').fill(words);
    await tab(page, 'Groups').click();
    await expectTab(page, 'Settings');
    await expect(main(page).getByLabel('Announcement')).toHaveValue(words);
    await tab(page, 'Groups').click();
    await expectTab(page, 'Groups');
    await tab(page, 'Settings').click();
    await expect(main(page).getByLabel('Announcement')).toHaveValue(words);
    await expect(main(page)).toContainText("It isn't saved yet.");
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(main(page).getByLabel('Announcement')).not.toHaveValue(words);
    expect(asked).toEqual(['confirm', 'confirm']);
  });

  await test.step('finds what was decided in the log', async () => {
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect(heading(page)).toHaveText('Audit log');
    const table = main(page).getByRole('table');
    const approval = table.getByRole('row').filter({ hasText: `Group ${group.id}` });
    await expect(approval).toContainText('pending_approval → approved');
    await expect(table).toContainText(/published comment \d+ after review/);
  });
});
