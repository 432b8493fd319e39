import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { appealPath, reportPath } from '#contract/safety/report-paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { read, send, siteAddress } from './support/api.ts';
import { newContext, newMember } from './support/hosts.ts';
import { linkIn, type Mail } from './support/mailbox.ts';
import { waitForHydration, expectToast, heading, main, open } from './support/pages.ts';
import { confirmAddress, newEmail, register, signIn } from './support/people.ts';
import { eventIn, groupNamed, join, places } from './support/places.ts';
import { expect, refusals, test } from './support/test.ts';

const group = places.reports;
const number = /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const choose = (page: Page, name: RegExp) => page.getByRole('radio', { name }).check();

type MailTo = (address: string, words: string) => Promise<Mail>;

/**
 * Registers somebody with a confirmed address: only confirmed addresses get other people's texts.
 */
async function confirmedMember(browser: Browser, firstName: string, mailTo: MailTo) {
  const member = await newMember(browser, firstName);
  await confirmAddress(member.context, await mailTo(member.email, 'Confirm your email'));
  return { ...member, page: await member.context.newPage() };
}

/** Creates a second admin, appointed by the first. */
async function anotherAdmin(browser: Browser, admin: Page, mailTo: MailTo): Promise<Page> {
  const { email, page, context } = await confirmedMember(browser, 'Wilhelmina', mailTo);
  const [user] = await read(admin.request, 'GET /api/admin/users', { query: { q: email } });
  const answer = await admin.request.patch(`/api/admin/users/${user?.id}/role`, {
    headers: { origin: siteAddress() },
    data: { role: 'admin' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await signIn(context, email);
  return page;
}

/** Sends the form and returns the report's number. */
async function sendReport(page: Page): Promise<string> {
  await button(page, 'Send report').click();
  await expect(heading(page)).toHaveText('Thank you for telling us');
  await expect(heading(page)).toBeFocused();
  const reference = main(page).getByRole('definition').first();
  await expect(reference).toHaveText(number);
  return reference.innerText();
}

/** Returns where the button of a decision's email leads. */
function appealIn(decisionEmail: Mail): string {
  const [, reference = ''] = /\/appeal\/([\w-]+)/.exec(decisionEmail.text) ?? [];
  return linkIn(decisionEmail, appealPath(reference));
}

/** Opens a subject's case from the queue. */
async function openCase(admin: Page, title: string): Promise<void> {
  await open(admin, paths.adminTab('reports'));
  await main(admin).getByRole('link', { name: title }).click();
  await expect(heading(admin)).toContainText(title);
}

test.describe('a report is decided, appealed and closed', () => {
  test.use({ as: 'admin' });

  test(
    'a member reports a comment, an admin hides it, its author appeals from the email, another admin decides',
    wide,
    async ({ page: admin, browser, mailTo }) => {
      test.slow();
      const author = await confirmedMember(browser, 'Ottoline', mailTo);
      const reporter = await confirmedMember(browser, 'Bertram', mailTo);
      const { id, groupId } = await eventIn(author.context.request, group);
      const words = `You will be sorry if you come ${randomUUID().slice(0, 8)}`;
      for (const { context } of [author, reporter]) await join(context.request, groupId);
      await send(author.context.request, 'POST /api/events/:id/comments', {
        params: { id },
        body: { content: words },
      });

      await test.step('the member finds Report beside the comment, and sends it', async () => {
        const { page } = reporter;
        await open(page, paths.event(id));
        const comment = main(page).getByRole('listitem').filter({ hasText: words });
        await comment.getByRole('link', { name: /^Report the comment by Ottoline/ }).click();
        await expect(heading(page)).toHaveText('Report this comment');
        await waitForHydration(page);
        await expect(main(page)).toContainText('Call 999 first');
        await expect(main(page)).toContainText(words);
        expect(await violationsOn(page)).toEqual([]);
        await choose(page, /^Threats or violence/);
        await expect(main(page)).toContainText('These people can help too');
        await page.getByLabel('What should we know?').fill('She wrote the same to me.');
        await expect(page.getByLabel('Your email address')).toHaveCount(0);
        await sendReport(page);
        await expect(button(page, 'Block Ottoline')).toBeVisible();
        expect(await violationsOn(page)).toEqual([]);
        await link(page, 'Back to the comments').click();
        await expect(page).toHaveURL(new RegExp(`${paths.event(id)}(#|$)`));
      });

      await test.step('its author has no Report beside what is theirs', async () => {
        await open(author.page, paths.event(id));
        const comment = main(author.page).getByRole('listitem').filter({ hasText: words });
        await expect(comment).toBeVisible();
        await expect(comment.getByRole('link', { name: /Report/ })).toHaveCount(0);
      });

      await test.step('an admin finds it in the queue, looks, and hides it', async () => {
        await openCase(admin, words);
        await expect(main(admin)).toContainText('She wrote the same to me.');
        await expect(main(admin)).toContainText(reporter.email);
        expect(await violationsOn(admin)).toEqual([]);
        await button(admin, 'I’m looking at it').click();
        await expect(main(admin)).toContainText('Being looked at');
        await choose(admin, /^Hide the comment/);
        await button(admin, 'Decide and tell both sides').click();
        await expect(main(admin)).toContainText('Please give a reason');
        await admin
          .getByRole('textbox', { name: 'Reason' })
          .fill('It threatens whoever comes along.');
        await button(admin, 'Decide and tell both sides').click();
        await expectToast(admin, 'Decided', "We've told both sides.");
        await expect(main(admin)).toContainText('Upheld');
      });

      await test.step('both sides are told why, the author not by whom; nobody else sees it', async () => {
        const decisionEmail = await mailTo(reporter.email, 'Our decision on your report');
        expect(decisionEmail.text).toContain('It threatens whoever comes along.');
        await open(reporter.page, paths.event(id));
        await expect(main(reporter.page).getByLabel('Your comment')).toBeVisible();
        await expect(main(reporter.page)).not.toContainText(words);
      });

      await test.step('the reporter finds in their profile what became of it, without the words', async () => {
        const { page } = reporter;
        await open(page, paths.settings);
        const made = page.getByRole('region', { name: 'Your reports' });
        await expect(made.getByRole('listitem')).toContainText('We’ve hidden it');
        await expect(made).not.toContainText(words);
        expect(await violationsOn(page)).toEqual([]);
        await made.getByRole('link', { name: /^A comment/ }).click();
        await expect(main(page)).toContainText('It threatens whoever comes along.');
      });

      await test.step('the author appeals by the email’s link, signed out', async () => {
        const decisionEmail = await mailTo(author.email, 'Our decision on a report');
        expect(decisionEmail.text).not.toContain('Bertram');
        const context = await newContext(browser);
        const page = await context.newPage();
        await open(page, appealIn(decisionEmail));
        await expect(main(page)).toContainText('It threatens whoever comes along.');
        await expect(main(page)).not.toContainText('Bertram');
        expect(await violationsOn(page)).toEqual([]);
        await button(page, 'Send appeal').click();
        await expect(main(page)).toContainText('Please say why you disagree');
        await page.getByLabel('Why do you disagree?').fill('It is a line of a song we rehearse.');
        await button(page, 'Send appeal').click();
        await expectToast(page, 'Appeal sent');
        await expect(main(page)).toContainText("You've appealed");
        await expect(button(page, 'Send appeal')).toHaveCount(0);
        expect(await violationsOn(page, { part: 'main' })).toEqual([]);
      });

      await test.step('another admin ends it', async () => {
        const other = await anotherAdmin(browser, admin, mailTo);
        await openCase(admin, words);
        await expect(button(admin, 'Decide and tell both sides')).toHaveCount(0);
        await openCase(other, words);
        await expect(main(other)).toContainText('It is a line of a song we rehearse.');
        expect(await violationsOn(other)).toEqual([]);
        await choose(other, /^Nothing is wrong/);
        await other
          .getByRole('textbox', { name: 'Reason' })
          .fill('It is from the song of that evening.');
        await button(other, 'Decide and tell both sides').click();
        await expectToast(other, 'Decided');
        await expect(main(other)).toContainText('Final');
        await open(reporter.page, paths.event(id));
        await expect(main(reporter.page)).toContainText(words);
      });
    },
  );

  test('a stranger reports an event, gets an email, and appeals by its link', async ({
    page: admin,
    browser,
    mailTo,
  }) => {
    const context = await newContext(browser);
    const page = await context.newPage();
    const email = newEmail();
    const { id, title } = await eventIn(context.request, group);
    let reference = '';

    await test.step('from the event’s page, with an address', async () => {
      await open(page, paths.event(id));
      await link(page, 'Report this event').click();
      await expect(heading(page)).toHaveText('Report this event');
      await waitForHydration(page);
      await button(page, 'Send report').click();
      await expect(main(page)).toContainText('Please choose what is wrong');
      await expect(page.getByRole('radio').first()).toBeFocused();
      await choose(page, /^Not what it says it is/);
      await page.getByLabel('Your email address').fill(email);
      reference = await sendReport(page);
      await link(page, 'Back to the event').click();
      await expect(page).toHaveURL(paths.event(id));
    });

    await test.step('an admin says that nothing is wrong', async () => {
      const mail = await mailTo(email, reference);
      expect(mail.text).toContain(reference);
      await openCase(admin, title);
      await expect(main(admin)).toContainText(email);
      await choose(admin, /^Nothing is wrong/);
      await admin
        .getByRole('textbox', { name: 'Reason' })
        .fill('We went there, and it was as it says.');
      await button(admin, 'Decide and tell both sides').click();
      await expectToast(admin, 'Decided', "We've told both sides.");
    });

    await test.step('the link of the email leads to the reason, and to an appeal', async () => {
      const decisionEmail = await mailTo(email, 'Our decision');
      await open(page, appealIn(decisionEmail));
      await expect(main(page)).toContainText('We went there, and it was as it says.');
      await expect(button(page, 'Send appeal')).toBeVisible();
    });
  });

  test('the queue narrows by kind and state, and shows its figures', wide, async ({ page }) => {
    await open(page, paths.adminTab('reports'));
    await main(page).getByLabel('About').selectOption('Group');
    await expect(page).toHaveURL(/state=waiting&type=group/);
    await expect(main(page).getByRole('cell', { name: /Event$/ })).toHaveCount(0);
    await page.getByLabel('Show').selectOption('Not upheld');
    await expect(page).toHaveURL(/state=not_upheld/);
    expect(await violationsOn(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await link(page, 'Figures as CSV').click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });

  test('an unknown case is not found', async ({ page }) => {
    await open(page, adminPaths.report(999_999));
    await expect(heading(page)).toHaveText('Report not found');
  });
});

test.describe('a refused report', () => {
  test.use({ expectedNoise: refusals });

  test('shows an unknown subject, and a visitor can log in', wide, async ({ page }) => {
    await open(page, reportPath('event', 999_999));
    await expect(heading(page)).toHaveText("There's nothing here to report");
    await expect(main(page).getByRole('link', { name: 'Log In' })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
  });

  for (const javaScriptEnabled of [true, false]) {
    test(`leads on by its number alone, ${javaScriptEnabled ? 'with' : 'without'} script`, async ({
      browser,
      baseURL,
    }) => {
      const context = await browser.newContext({
        ...(baseURL && { baseURL }),
        javaScriptEnabled,
        viewport: { width: 390, height: 844 },
      });
      const page = await context.newPage();
      await page.goto('/appeal');
      if (javaScriptEnabled) await waitForHydration(page);
      await page.getByLabel('Number of the report').fill('7kq2m-9xv4p');
      await page.getByRole('button', { name: 'Show the report' }).click();
      await expect(page).toHaveURL(/number=7kq2m-9xv4p$/);
      await expect(heading(page)).toHaveText('This report can’t be shown');
    });
  }

  test(
    'beyond the limit shows the reason beside the form, and the text stays',
    wide,
    async ({ page }) => {
      const { id } = await groupNamed(page.request, group);
      const sentence = 'Too many reports. Please try again in an hour.';
      await page.route('**/api/reports', (route) =>
        route.fulfill({
          status: 429,
          json: { code: 'too_many_requests', message: sentence, error: sentence },
        }),
      );
      await open(page, paths.group(id));
      await link(page, 'Report this group').click();
      await expect(heading(page)).toHaveText('Report this group');
      await waitForHydration(page);
      await choose(page, /^Spam/);
      await page.getByLabel('What should we know?').fill('The same every day.');
      await button(page, 'Send report').click();
      await expect(page.getByRole('alert')).toContainText(sentence);
      await expect(page.getByLabel('What should we know?')).toHaveValue('The same every day.');
    },
  );
});

test('the arrows go through all reasons of the form, from one group to the next', async ({
  page,
}) => {
  const { id } = await groupNamed(page.request, group);
  await open(page, reportPath('group', id));
  await page.getByRole('radio', { name: /^Not safe for children/ }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /^Harassment or stalking/ })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Thank you for telling us');
});

test(
  'a member is reported from their card, and the way back leads there',
  wide,
  async ({ page, browser, mailTo }) => {
    const met = await confirmedMember(browser, 'Zebedee', mailTo);
    await register(page.context(), { firstName: 'Ingrid' });
    const { id } = await groupNamed(page.request, group);
    for (const { request } of [met.context, page.context()]) await join(request, id);
    await open(page, paths.groupMembers(id));
    await button(page, 'Zebedee').click();
    const card = page.getByRole('dialog', { name: 'Zebedee' });
    await expect(card.getByRole('button', { name: 'Block Zebedee' })).toBeVisible();
    expect(await violationsOn(page, { part: '[role=dialog]' })).toEqual([]);
    await card.getByRole('link', { name: 'Report Zebedee' }).click();
    await expect(heading(page)).toHaveText('Report Zebedee');
    await choose(page, /^Pretending to be somebody else/);
    await sendReport(page);
    await link(page, 'Back').click();
    await expect(page).toHaveURL(paths.groupMembers(id));
  },
);
