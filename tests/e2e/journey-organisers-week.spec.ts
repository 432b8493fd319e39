import type { Browser, Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { send } from './support/api.ts';
import {
  approve,
  createFarEvent,
  fillEvent,
  newGroup,
  newMember,
  uniqueName,
} from './support/hosts.ts';
import { expectToast, heading, main, open } from './support/pages.ts';
import { register } from './support/people.ts';
import { attend, expectTab, join } from './support/places.ts';
import { expect, test } from './support/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const question = 'Is the path dry enough for a pram?';
const answer = 'It is, all the way to the mill. There is one stile.';

const banner = (page: Page) => page.getByRole('banner');
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const comments = (page: Page) => page.getByRole('region', { name: 'Comments' });
const idIn = (page: Page) => Number(new URL(page.url()).pathname.split('/').at(-1));

/** Registers somebody in a browser of their own who requests to join. */
async function newRequester(browser: Browser, id: number, firstName: string) {
  const { context } = await newMember(browser, firstName);
  await join(context.request, id);
  return context;
}

test('the organiser’s week: an event planned and shared, members approved, the door list, an answer, a copy, a cancellation', async ({
  page,
  browser,
}) => {
  test.slow();
  await register(page.context(), { firstName: 'Bronwen' });
  const group = await newGroup(page.context(), { joinPolicy: 'approval' });
  await approve(browser, group.id);
  const title = uniqueName('To the mill and back');

  const eventId =
    await test.step('Monday: plans an event, two hours long unless said otherwise, and shares it', async () => {
      await open(page, paths.group(group.id));
      await main(page).getByRole('link', { name: 'Create Event' }).click();
      await fillEvent(page, title);
      await createFarEvent(page);
      await expectToast(page, 'Your event has been created successfully');
      await expect(heading(page)).toHaveText(title);
      await expect(main(page)).toContainText('10:00 AM – 12:00 PM');
      await expect(main(page)).toContainText('Your event is live');
      await main(page)
        .getByRole('button', { name: `Share ${title}` })
        .first()
        .click();
      await expectToast(page, 'Link copied');
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(new URL(copied).pathname).toBe(new URL(page.url()).pathname);
      return idIn(page);
    });

  const idris = await newRequester(browser, group.id, 'Idris');
  const mabel = await newRequester(browser, group.id, 'Mabel');

  await test.step('Tuesday: sees on home that two have asked, and lets them in', async () => {
    await open(page, paths.home);
    await expect(
      banner(page).getByRole('link', { name: 'Dashboard, 2 requests to join' }),
    ).toBeVisible();
    await main(page).getByRole('link', { name: group.name, exact: true }).first().click();
    await expectTab(page, 'Members');
    for (const name of ['Idris', 'Mabel']) {
      await page.getByRole('button', { name: `Approve ${name}` }).click();
      await expectToast(page, `${name} is now a member of ${group.name}`);
    }
    await expect(banner(page).getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
    await expect(main(page)).toContainText('3 members');
  });

  await test.step('Wednesday: sees who comes, and prints the list for the door', async () => {
    await attend(idris.request, eventId);
    await attend(mabel.request, eventId);
    await open(page, paths.event(eventId));
    await main(page).getByRole('button', { name: '2 attendees' }).click();
    await expect(dialog(page).getByRole('listitem')).toHaveText([/Idris/, /Mabel/]);
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await dialog(page).getByRole('button', { name: 'Print a door list' }).click();
    await expect(page.locator('body[data-printed]')).toBeAttached();
    await expect(page.locator('.door-list')).toContainText(title);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  });

  await test.step('Thursday: answers a question under the event', async () => {
    await send(mabel.request, 'POST /api/events/:id/comments', {
      params: { id: eventId },
      body: { content: question },
    });
    await open(page, paths.event(eventId));
    await expect(comments(page)).toContainText(question);
    await page.getByLabel('Your comment').fill(answer);
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await expectToast(page, 'Comment posted');
    const theirs = await mabel.newPage();
    await open(theirs, paths.event(eventId));
    await expect(comments(theirs).getByRole('listitem')).toHaveText([
      new RegExp(question.replace('?', '\\?')),
      new RegExp(answer),
    ]);
  });

  const nextId = await test.step('Friday: copies it, a week later at the same hours', async () => {
    await page.getByRole('link', { name: 'Copy', exact: true }).click();
    await expect(page.getByLabel('Event title')).toHaveValue(title);
    await expect(page.getByLabel('Start time: day')).toHaveValue('2031-06-21');
    await main(page).getByRole('button', { name: 'Create Event' }).click();
    await expectToast(page, 'Your event has been created successfully');
    await expect(main(page)).toContainText('Saturday, June 21, 2031 • 10:00 AM – 12:00 PM');
    return idIn(page);
  });
  expect(nextId).not.toBe(eventId);

  await test.step('Saturday: calls the first one off, and the group’s next is the other', async () => {
    await open(page, paths.event(eventId));
    await page.getByRole('button', { name: 'Cancel event' }).click();
    await expect(dialog(page)).toContainText("We'll email everyone who is going");
    await dialog(page).getByRole('button', { name: 'Cancel event' }).click();
    await expectToast(page, 'Event cancelled', "We'll email everyone who was going.");
    await expect(main(page).getByText('Cancelled', { exact: true }).first()).toBeVisible();
    const theirs = await idris.newPage();
    await open(theirs, paths.event(eventId));
    await expect(main(theirs)).toContainText('This event has been cancelled');
    await open(theirs, paths.event(nextId));
    await expect(theirs.getByRole('button', { name: 'Attend Event' })).toBeVisible();
  });
});
