import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { approve, ownGroup } from './support/hosts.ts';
import { expectToast, heading, main, open } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test('an organiser invites people by email, and one of them wants no invitations', async ({
  page,
  browser,
  mailTo,
}) => {
  const group = await ownGroup(page.context());
  await approve(browser, group.id);
  await open(page, paths.moveGroup(group.id));
  const domain = `${group.id}.example.org`;
  await page.getByLabel('List of addresses').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Name,E-mail\nAda,ada@${domain}\nBen,"ben\nbell"\nCy,cy@${domain}\n`),
  });
  await expect(main(page).getByLabel('Column with the addresses')).toHaveValue('1');
  await expect(main(page)).toContainText('Line 3: This is not an email address');
  await main(page)
    .getByLabel('Or paste addresses here')
    .fill(`Doe, Ada <ada@${domain}>; mailto:ben@${domain}`);
  await main(page).getByRole('button', { name: 'Read these addresses' }).click();
  await expect(main(page).getByLabel('Column with the addresses')).toBeHidden();
  const invite = main(page).getByRole('button', { name: 'Invite 2 people' });
  await invite.click();
  await expect(main(page)).toContainText('Please confirm that these people asked to hear from you');
  await main(page).getByLabel('They asked to hear from us').check();
  expect(await violationsOn(page)).toEqual([]);
  await invite.click();
  await expectToast(page, '2 invitations are on their way');

  const email = await mailTo(`ada@${domain}`, 'You’re invited');
  const visit = await browser.newPage();
  const [link = ''] = /https?:\/\/\S+\/no-invitations\/\S+/.exec(email.text) ?? [];
  await visit.goto(new URL(link).pathname);
  await expect(heading(visit)).toHaveText('Never be invited again?');
  await visit.getByRole('button', { name: 'Never invite me again' }).click();
  await expect(heading(visit)).toHaveText('You get no more invitations');
});
