import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { newEvent, newMember } from './support/hosts.ts';
import { expectToast, main, open, reload } from './support/pages.ts';
import { register } from './support/people.ts';
import { join } from './support/places.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a member says that they can’t come, and the organisers see it', async ({ page, browser }) => {
  await register(page.context());
  const { group, id } = await newEvent(page.context(), browser, { asksEverybody: true });
  const { context } = await newMember(browser, 'Idris');
  await join(context.request, group.id);
  const idris = await context.newPage();
  const button = main(idris).getByRole('button', { name: 'Can’t come', exact: true });

  await test.step('with a note', async () => {
    await open(idris, paths.event(id));
    await button.click();
    await expectToast(idris, 'You can’t come');
    await expect(
      main(idris).getByRole('status').filter({ hasText: 'The organisers know' }),
    ).toBeVisible();
    await main(idris).getByLabel('A line to the organisers').fill('At my aunt’s');
    await main(idris).getByRole('button', { name: 'Send', exact: true }).click();
    await expectToast(idris, 'Sent to the organisers');
    expect(await violationsOn(idris)).toEqual([]);
  });

  await test.step('the organisers see who, and why', async () => {
    await open(page, paths.event(id));
    await main(page)
      .getByRole('button', { name: '0 coming, 1 can’t, 1 haven’t said', exact: true })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Answers' });
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Can’t come 1' }).click();
    await expect(dialog.getByText('At my aunt’s')).toBeVisible();
    await expect(dialog.getByText('Idris')).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
  });

  await test.step('until it is taken back', async () => {
    await main(idris).getByRole('button', { name: 'Take it back' }).click();
    await expectToast(idris, 'Taken back');
    await expect(button).toBeVisible();
    await reload(page);
    await expect(
      main(page).getByRole('button', { name: '0 coming, 0 can’t, 2 haven’t said', exact: true }),
    ).toBeVisible();
  });

  await context.close();
});
