import { adminPaths } from '#contract/operations/admin-paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { openDeadMail } from './support/dialogs.ts';
import { approve, demoAdmin, newGroup, newMember } from './support/hosts.ts';
import { linkIn } from './support/mailbox.ts';
import { expectToast, heading, main, open, reload } from './support/pages.ts';
import { confirmAddress, register } from './support/people.ts';
import { join } from './support/places.ts';
import { expect, lostCalls, test } from './support/test.ts';

test('an admin checks the sender of the emails', wide, async ({ browser }) => {
  const admin = await demoAdmin(browser);
  const page = await admin.newPage();
  await open(page, adminPaths.mail);
  await page.getByRole('button', { name: 'Check the sender' }).click();
  await expect(main(page)).toContainText('Emails come from', { timeout: 20_000 });
  for (const name of ['SPF', 'DKIM', 'DMARC']) {
    await expect(main(page).getByText(name, { exact: true })).toBeVisible();
  }
  expect(await violationsOn(page)).toEqual([]);
});

test.describe('a choice of emails', () => {
  test.use({ expectedNoise: lostCalls });

  test("is saved, and reverted where it can't be", wide, async ({ context, page }) => {
    await register(context);
    await open(page, '/settings');
    const reminders = page.getByRole('checkbox', { name: 'Reminders' });
    await page.route('**/api/user/notifications', (route) => route.abort());
    await reminders.click();
    await expectToast(page, "Your choice wasn't saved", 'Please try again.');
    await expect(reminders).toBeChecked();
    await page.unrouteAll();
    await reminders.uncheck();
    await expectToast(page, 'Your choice is saved');
    await reload(page);
    await expect(reminders).not.toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'News from your groups' })).toBeChecked();
  });
});

test('the link at the end of an email turns its topic off, and on again', async ({
  browser,
  page,
  mailTo,
}) => {
  const { context: organiser, email } = await newMember(browser, 'Meg');
  await confirmAddress(organiser, await mailTo(email, 'Confirm your email'));
  const { context: newcomer } = await newMember(browser, 'Wren');
  const { id, name } = await newGroup(organiser, { joinPolicy: 'approval' });
  await approve(browser, id);
  await mailTo(email, `${name} has been approved`);
  await join(newcomer.request, id);

  const mail = await mailTo(email, `Wren would like to join ${name}`);
  await open(page, linkIn(mail, '/unsubscribe'));
  await expect(heading(page)).toHaveText('Stop these emails?');
  await expect(main(page)).toContainText('requests to join the groups you organise');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(heading(page)).toHaveText('You won’t get these emails any more');
  await reload(page);
  await page.getByRole('button', { name: 'Subscribe again' }).click();
  await expect(heading(page)).toHaveText('Stop these emails?');
});

test.describe('a failed email', () => {
  // The frame that shows an email runs no scripts, and the browser logs the ones it blocks.
  test.use({ as: 'admin', expectedNoise: /Blocked script execution in '.*body\.html'/ });

  test('is sent again by a press, and its page shows the outcome', async ({ page }) => {
    await openDeadMail(page);
    await expect(main(page)).toContainText('Failed');
    await expect(main(page)).toContainText('connect ECONNREFUSED');
    const again = page.getByRole('button', { name: 'Send again' });
    await again.click();
    await expectToast(page, "We'll try to send it again");
    await expect(again).toBeHidden();
    await expect(async () => {
      await reload(page);
      await expect(main(page)).toContainText('Sent', { timeout: 500 });
    }).toPass();
    await expect(main(page)).not.toContainText('connect ECONNREFUSED');
  });
});
