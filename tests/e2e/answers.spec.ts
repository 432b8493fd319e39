import type { Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { newEvent, newMember } from './support/hosts.ts';
import { linkIn } from './support/mailbox.ts';
import { firstStep } from './support/own-site.ts';
import { expectToast, heading, main, open, reload } from './support/pages.ts';
import { register } from './support/people.ts';
import { groupNamed, join } from './support/places.ts';
import { at, test as stepped, visit, type SteppedSite } from './support/stepped.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a member says that they can’t come, and the organisers see it', async ({ page, browser }) => {
  await register(page.context());
  const { group, id } = await newEvent(page.context(), browser, { asksEverybody: true });
  const { context } = await newMember(browser, 'Idris');
  await join(context.request, group.id);
  const idris = await context.newPage();
  const button = main(idris).getByRole('button', { name: 'Can’t come', exact: true });

  await test.step('who may have what waits in their calendar, too', async () => {
    await open(idris, paths.myEvents);
    await main(idris)
      .getByRole('button', { name: /^Add to my calendar: / })
      .click();
    const dialog = idris.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create calendar link' }).click();
    await dialog.getByLabel('Show events I haven’t answered yet, marked as maybe').check();
    await expect(dialog.getByRole('textbox')).toHaveValue(/\?asked=true$/);
  });

  await test.step('with a note', async () => {
    await open(idris, paths.event(id));
    await button.click();
    await expectToast(idris, 'Thanks for telling us you can’t make it');
    await expect(
      main(idris).getByRole('status').filter({ hasText: 'The organisers know' }),
    ).toBeVisible();
    await main(idris).getByLabel('A line to the organisers').fill('At my aunt’s');
    await main(idris).getByRole('button', { name: 'Send', exact: true }).click();
    await expectToast(idris, 'Sent to the organisers');
    await reload(idris);
    await expect(main(idris).getByLabel('A line to the organisers')).toHaveValue('At my aunt’s');
    expect(await violationsOn(idris)).toEqual([]);
  });

  await test.step('the organisers see who, and why', async () => {
    await open(page, paths.event(id));
    await main(page)
      .getByRole('button', { name: '0 coming, 1 can’t, 1 hasn’t said', exact: true })
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
});

/** Creates an event that asks everybody, on the Sunday of that week. */
async function createAsking(
  organiser: Page,
  site: SteppedSite,
  groupName: string,
  words: { title: string; description: string; location: string },
): Promise<number> {
  const group = await groupNamed(organiser.request, groupName);
  const answer = await organiser.request.post('/api/events', {
    headers: { origin: site.origin },
    data: {
      ...words,
      startTime: at(6, '19:00'),
      endTime: at(6, '21:00'),
      imageUrl: '',
      categoryId: group.categoryId,
      groupId: group.id,
      asksEverybody: true,
    },
  });
  return ((await answer.json()) as { id: number }).id;
}

stepped.describe('who hasn’t said', () => {
  stepped.use({ viewport: { width: 390, height: 844 } });

  stepped(
    'is asked by email, and answers by its page without signing in',
    wide,
    async ({ browser, site }) => {
      const names = ['organiser', 'grace', undefined];
      const pages = await Promise.all(names.map((name) => visit(browser, site, name)));
      const [organiser, grace, anybody] = pages as [Page, Page, Page];
      const id = await createAsking(organiser, site, 'Long Table Todmorden', {
        title: 'Dovi and sadza',
        description: 'A pot of stew, a wooden spoon, and a stool for everybody who says so.',
        location: 'Old Sunday School hall, Rise Lane, Todmorden',
      });

      await open(organiser, paths.event(id));
      await main(organiser)
        .getByRole('button', { name: /^0 coming, 0 can’t, \d+ ha(?:sn|ven)’t said$/ })
        .click();
      const dialog = organiser.getByRole('dialog', { name: 'Answers' });
      await dialog.getByRole('button', { name: 'Ask again' }).click();
      await expect(organiser.getByText(/^\d+ members are asked$/)).toBeVisible();
      await site.show(firstStep);

      await open(grace, paths.myEvents);
      const waiting = main(grace).getByRole('region', { name: 'Waiting for your answer' });
      const choices = waiting.getByRole('group', { name: 'Dovi and sadza' }).getByRole('button');
      await expect(choices).toHaveText(['Coming', 'Can’t come']);
      expect(await violationsOn(grace)).toEqual([]);

      const email = await site.mailTo('grace@example.com', 'Are you coming? Dovi and sadza');
      await open(anybody, linkIn(email, '/ask'));
      await expect(heading(anybody)).toHaveText('Are you coming?');
      expect(await violationsOn(anybody)).toEqual([]);
      await main(anybody).getByRole('button', { name: 'Can’t come' }).click();
      await expect(heading(anybody)).toHaveText('Thanks for telling us you can’t make it');
      await expect(heading(anybody)).toBeFocused();
      await reload(grace);
      await expect(waiting).toBeHidden();
      await open(grace, paths.event(id));
      await expect(main(grace).getByText('The organisers know that you can’t come.')).toBeVisible();
      await main(anybody).getByRole('button', { name: 'Coming', exact: true }).click();
      await expect(heading(anybody)).toHaveText('You’re coming');
      expect(await violationsOn(anybody)).toEqual([]);

      await open(anybody, linkIn(email, '/unsubscribe'));
      await expect(
        main(anybody).getByRole('button', { name: 'Stop asking me if I’m coming' }),
      ).toBeVisible();
    },
  );

  stepped('answers for two children by two taps on a phone', wide, async ({ browser, site }) => {
    const names = ['organiser', undefined];
    const pages = await Promise.all(names.map((name) => visit(browser, site, name)));
    const [organiser, phone] = pages as [Page, Page];
    const id = await createAsking(organiser, site, 'Shibden Starlings Under-9s', {
      title: 'The friendly at Ripponden',
      description: 'Two halves of fifteen minutes, and then everybody plays against the parents.',
      location: 'Ripponden Park, Mill Fold, Ripponden HX6 4DJ',
    });
    const asked = await organiser.request.post(`/api/events/${id}/ask`, {
      headers: { origin: site.origin },
    });
    expect(asked.status()).toBe(202);
    await site.show(firstStep);
    const email = await site.mailTo(
      'member@example.com',
      'Are you coming? The friendly at Ripponden',
    );

    const box = (name: string) => main(phone).getByRole('checkbox', { name, exact: true });
    await open(phone, linkIn(email, '/ask'));
    await expect(box('Ada')).toBeChecked();
    await expect(box('Zik')).toBeChecked();
    await expect(box('You')).not.toBeChecked();
    expect(await violationsOn(phone)).toEqual([]);
    await main(phone).getByRole('button', { name: 'Coming', exact: true }).click();
    await expect(heading(phone)).toHaveText('Your children are coming');

    await open(organiser, paths.event(id));
    await main(organiser).getByRole('button', { name: '2 children', exact: true }).click();
    const dialog = organiser.getByRole('dialog', { name: 'Who is coming' });
    await expect(dialog.getByText('Ada', { exact: true })).toBeVisible();
    await expect(dialog.getByText('blue inhaler')).toBeVisible();
  });

  stepped(
    'answers once for all dates of a series that wait, and is asked about none of them again',
    wide,
    async ({ browser, site }) => {
      const parent = await visit(browser, site, 'member');
      await open(parent, paths.myEvents);
      const waiting = main(parent).getByRole('region', { name: 'Waiting for your answer' });
      const training = waiting.getByRole('group', { name: 'Saturday training with the Starlings' });
      await expect(training).toHaveCount(1);
      const first = training.first();
      await expect(first.getByRole('checkbox', { name: 'Ada' })).toBeChecked();
      await first.getByRole('checkbox', { name: 'All dates to come' }).check();
      expect(await violationsOn(parent)).toEqual([]);
      await first.getByRole('button', { name: 'Coming', exact: true }).click();
      await expectToast(parent, 'You’re coming', "You're going to 3 dates.");
      await expect(waiting).toBeHidden();
    },
  );
});

test('a parent comes with two children of theirs, and then sends them alone', async ({
  page,
  browser,
}) => {
  await register(page.context());
  const { group, id } = await newEvent(page.context(), browser);
  const { context } = await newMember(browser, 'Idris');
  await join(context.request, group.id);
  const idris = await context.newPage();
  const box = (name: string) => main(idris).getByRole('checkbox', { name, exact: true }).first();

  await test.step('whom the settings name', async () => {
    await open(idris, '/settings');
    const section = main(idris).getByRole('region', { name: 'Your household' });
    for (const name of ['Sam', 'Ada']) {
      await section.getByRole('button', { name: 'Add a child' }).click();
      await idris.getByLabel('First name').fill(name);
      await idris.getByRole('button', { name: 'Save', exact: true }).click();
      await expectToast(idris, `${name} is in your household`);
    }
    await expect(section.getByRole('listitem')).toHaveCount(2);
    expect(await violationsOn(idris)).toEqual([]);
  });

  await test.step('by one press', async () => {
    await open(idris, paths.event(id));
    await box('Sam').check();
    await box('Ada').check();
    const number = main(idris).getByLabel('Your phone number').first();
    await number.fill('ring me');
    await number.blur();
    await expect(main(idris)).toContainText('Please enter a telephone number');
    await number.fill('07700 900123');
    await main(idris).getByRole('button', { name: 'Attend Event' }).first().click();
    await expectToast(idris, 'RSVP confirmed');
    await expect(main(idris)).toContainText('2 children and 1 adult');
    await expect(number).toHaveValue('07700 900123');
    await box('You').uncheck();
    await expectToast(idris, 'RSVP updated');
    await reload(idris);
    await expect(box('You')).not.toBeChecked();
    await expect(box('Sam')).toBeChecked();
    expect(await violationsOn(idris)).toEqual([]);
  });

  await test.step('and the organiser sees each by name', async () => {
    await open(page, paths.event(id));
    await main(page).getByRole('button', { name: '2 children', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Who is coming' });
    await expect(dialog.getByText('First time here')).toBeVisible();
    await expect(dialog.getByText('Sam', { exact: true })).toBeVisible();
    await expect(dialog.getByText('Ada', { exact: true })).toBeVisible();
  });
});
