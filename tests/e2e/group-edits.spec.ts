import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { demoAdmin, newContext, ownGroup } from './support/hosts.ts';
import { expectToast, heading, main, open, reload } from './support/pages.ts';
import { review, showWaiting } from './support/reviewing.ts';
import { expect, test } from './support/test.ts';

const about = 'We meet by the weir at first light, swim to the bridge and back, and share a flask.';

const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

test.describe('an edit of an approved group', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('leaves it public as it was until an admin, who reads the difference, has approved it', async ({
    page,
    browser,
  }) => {
    const admin = await demoAdmin(browser);
    const { id, name } = await ownGroup(page.context(), { description: about });
    await review(admin, id, { status: 'approved' });
    const visitor = await (await newContext(browser)).newPage();
    const dusk = about.replace('first light', 'dusk');
    const save = async (text: string) => {
      await button(page, 'Edit group').click();
      const dialog = page.getByRole('dialog', { name: 'Edit group' });
      await expect(dialog).toContainText('everyone else sees the group as it is now');
      await dialog.getByLabel('Description').fill(text);
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      await expectToast(page, 'Your group has been updated successfully');
      await expect(dialog).toHaveCount(0);
    };

    await test.step('its owner reads the new version, marked as pending', async () => {
      await open(page, paths.group(id));
      await save(dusk);
      await expect(main(page)).toContainText(dusk);
      await expect(main(page)).toContainText('Changes to this group are under review');
      await expect(button(page, 'Done')).toHaveCount(0);
      expect(await violationsOn(page)).toEqual([]);
      await open(page, paths.myGroups);
      await expect(main(page)).toContainText('Changes under review');
    });

    await test.step('a visitor sees the group as it was approved', async () => {
      await open(visitor, paths.group(id));
      await expect(heading(visitor)).toHaveText(name);
      await expect(main(visitor)).toContainText(about);
      await expect(main(visitor)).not.toContainText('dusk');
    });

    const desk = await admin.newPage();
    await test.step('an admin reads what changes, and rejects it with a reason', async () => {
      await open(desk, paths.adminTab('groups'));
      const changes = desk.getByRole('region', { name: `Changes to ${name}` });
      await showWaiting(desk, changes);
      await expect(changes.getByRole('deletion')).toHaveText('first light, ');
      await expect(changes.getByRole('insertion')).toHaveText('dusk, ');
      expect(await violationsOn(desk)).toEqual([]);
      await desk.getByRole('button', { name: `Reject ${name}` }).click();
      const dialog = desk.getByRole('dialog', { name: `Reject the changes to ${name}?` });
      await dialog.getByLabel('Reason').fill('Dusk is too dark.');
      await dialog.getByRole('button', { name: 'Reject changes' }).click();
      await expectToast(desk, `The changes to ${name} have been rejected`);
      await reload(page);
      await open(page, paths.group(id));
      await expect(main(page)).toContainText('Reason: Dusk is too dark.');
      await expect(main(page)).toContainText(about);
    });

    await test.step('an approval is of what the admin has read, and swaps it', async () => {
      await save(dusk);
      await open(desk, paths.adminTab('groups'));
      const approve = desk.getByRole('button', { name: `Approve ${name}` });
      await showWaiting(desk, approve);
      await save(`${dusk} Bring a lamp.`);
      await approve.click();
      await expectToast(
        desk,
        'Group not changed',
        'This group has changed since you looked at it. Please read it again before you decide.',
      );
      await expect(desk.getByRole('region', { name: `Changes to ${name}` })).toContainText('lamp');
      await approve.click();
      await expectToast(desk, `The changes to ${name} have been approved`);
      await reload(visitor);
      await expect(main(visitor)).toContainText('Bring a lamp.');
    });
  });
});
