import type { Page } from '@playwright/test';
import { complaintsPath, paths } from '#contract/platform/paths.ts';
import { day } from '#contract/platform/durations.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { firstStep } from './support/own-site.ts';
import { waitForHydration, expectToast, heading, main, open, reload } from './support/pages.ts';
import { demoEmail } from './support/people.ts';
import { test as stepped, visit } from './support/stepped.ts';
import { expect, test } from './support/test.ts';

const after = (days: number) => new Date(firstStep.getTime() + days * day);

const text = 'I asked twice for a copy of my data, and nobody has answered.';
const outcome = 'You were right to ask again. Your copy is on its way to you.';
const address = 'jo.complains@example.com';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const tab = paths.adminTab('complaints');
const card = (page: Page, number: string) => main(page).getByRole('article', { name: number });

stepped.describe('a complaint', () => {
  stepped(
    'by somebody signed out is acknowledged, runs to day 30 with two warnings, and is answered',
    wide,
    async ({ browser, site }) => {
      stepped.slow();
      const [stranger, admin] = await Promise.all([
        visit(browser, site),
        visit(browser, site, 'admin'),
      ]);
      const contexts = [stranger, admin].map((page) => page.context());
      let number = '';

      await stepped.step(
        'the privacy policy and the foot of the page lead to the form',
        async () => {
          await open(stranger, paths.privacy);
          const link = main(stranger).getByRole('link', { name: 'the complaints form' });
          await expect(link).toHaveAttribute('href', complaintsPath);
          await stranger.getByRole('contentinfo').getByRole('link', { name: 'Complaints' }).click();
          await expect(heading(stranger)).toHaveText('Complaints');
          await waitForHydration(stranger);
          expect(await violationsOn(stranger)).toEqual([]);
        },
      );

      await stepped.step('what is missing is said beside its field', async () => {
        await button(stranger, 'Send complaint').click();
        for (const message of [
          'Please choose what your complaint is about',
          'Please tell us what is wrong',
          'Please enter a valid email address',
        ]) {
          await expect(main(stranger)).toContainText(message);
        }
        await expect(stranger.getByLabel('My data')).toBeFocused();
      });

      await stepped.step(
        'it is kept through a reload, sent, and acknowledged at once',
        async () => {
          await stranger.getByLabel('My data').check();
          await stranger.getByLabel('Your complaint').fill(text);
          await stranger.getByLabel('Email').fill(address);
          await reload(stranger);
          await expect(stranger.getByLabel('Your complaint')).toHaveValue(text);
          await button(stranger, 'Send complaint').click();
          const made = main(stranger).getByRole('status');
          await expect(made).toContainText('We have your complaint C-');
          await expect(made).toBeFocused();
          number = /C-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec((await made.textContent()) ?? '')?.[0] ?? '';
          expect(await violationsOn(stranger)).toEqual([]);
          await site.show(firstStep, ...contexts);
          const email = await site.mailTo(address, 'We’ve received your complaint');
          expect(email.subject).toContain(number);
          expect(email.text).not.toContain(text);
        },
      );

      await stepped.step('admins are warned on day 20 and on day 27', async () => {
        await open(admin, tab);
        await expect(card(admin, number)).toContainText(text);
        await expect(card(admin, number)).toContainText('Due in 30 days');
        for (const [days, words] of [
          [20, 'in 10 days'],
          [27, 'in 3 days'],
        ] as const) {
          await site.show(after(days), ...contexts);
          const email = await site.mailTo(demoEmail('admin'), 'an answer');
          expect(email.text).toContain(`${number}: Data protection, due ${words}`);
          await reload(admin);
          await expect(card(admin, number)).toContainText(`Due ${words}`);
        }
      });

      await stepped.step('on day 30 it is overdue, in red and in words', async () => {
        await site.show(after(30), ...contexts);
        await reload(admin);
        await expect(card(admin, number)).toContainText('Overdue since');
        expect(await violationsOn(admin)).toEqual([]);
      });

      await stepped.step('an admin answers, and the outcome is told and kept', async () => {
        await button(admin, `Answer ${number}`).click();
        const dialog = admin.getByRole('dialog');
        await expect(dialog).toContainText(text);
        await button(admin, 'Send outcome').click();
        await expect(dialog).toContainText('Please say what the outcome was');
        await admin.getByLabel('Outcome').fill(outcome);
        expect(await violationsOn(admin)).toEqual([]);
        await button(admin, 'Send outcome').click();
        await expectToast(admin, 'Outcome sent', `You've answered ${number}.`);
        await expect(card(admin, number)).toContainText(outcome);
        await expect(button(admin, `Answer ${number}`)).toHaveCount(0);
        await site.show(after(30), ...contexts);
        const email = await site.mailTo(address, 'The outcome of your complaint');
        expect(email.text).toContain(outcome);
        expect(email.text).toContain('ico.org.uk');
      });
    },
  );
});

test.describe('a signed-in member', () => {
  test.use({ as: 'member' });

  test("finds their address in the form, and the kind from an email's link", async ({ page }) => {
    await open(page, `${complaintsPath}?kind=content`);
    await expect(page.getByLabel('Email')).toHaveValue(demoEmail('member'));
    await expect(page.getByRole('radio', { name: /^Content/ })).toBeChecked();
  });
});
