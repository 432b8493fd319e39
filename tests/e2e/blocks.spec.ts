import type { BrowserContext, Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { read, send } from './support/api.ts';
import { openDialog } from './support/dialogs.ts';
import { expectToast, main, open, toast } from './support/pages.ts';
import { register } from './support/people.ts';
import { attend, eventIn, join } from './support/places.ts';
import { expect, refusals, test } from './support/test.ts';

const host = 'Mournes by Bus';

const words = (name: string) => `${name} brings the flasks`;
const settings = (page: Page) => page.getByRole('region', { name: "People you've blocked" });
const comments = (page: Page) => page.getByRole('region', { name: 'Comments' });
const count = (page: Page) => main(page).getByRole('button', { name: /^\d+ attendees?$/ });

/** Registers somebody who attends the group's next event and comments on it. */
async function attendAndComment(context: BrowserContext, firstName: string) {
  await register(context, { firstName });
  const event = await eventIn(context.request, host);
  await join(context.request, event.groupId);
  await attend(context.request, event.id);
  await send(context.request, 'POST /api/events/:id/comments', {
    params: { id: event.id },
    body: { content: words(firstName) },
  });
  return event;
}

/** Follows the name under a comment to the block. */
async function blockByCard(page: Page, name: string): Promise<void> {
  await comments(page).getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: `Block ${name}` }).click();
  const asked = page.getByRole('alertdialog', { name: `Block ${name}?` });
  await expect(asked).toContainText(`We won't tell ${name}`);
  await expect(asked).toContainText(
    "If they come to an event you organise, you'll still see each other's names there.",
  );
  expect(await violationsOn(page, { part: '[role=alertdialog]' })).toEqual([]);
  await asked.getByRole('button', { name: `Block ${name}` }).click();
  await expectToast(page, `${name} is blocked`);
}

/**
 * Opens every place that names people of the group, and expects neither `name` nor their texts in
 * any.
 */
async function expectNowhere(page: Page, event: { id: number; groupId: number }, name: string) {
  await open(page, paths.event(event.id));
  await expect(comments(page).getByRole('listitem').first()).toBeVisible();
  expect(await page.content()).not.toContain(name);
  await count(page).click();
  await expect(openDialog(page).getByRole('listitem').first()).toBeVisible();
  await expect(openDialog(page)).not.toContainText(name);
  for (const path of [
    paths.group(event.groupId),
    `${paths.group(event.groupId)}?tab=members`,
    paths.home,
    paths.events,
    paths.myEvents,
    paths.settings,
  ]) {
    await open(page, path);
    await expect(settings(page).getByRole('status')).toHaveCount(0);
    if (path !== paths.settings) expect(await page.content()).not.toContain(name);
  }
}

test.describe('two members of one group', () => {
  test.use({ expectedNoise: refusals });

  test(
    'with a block between them meet on no page, until it ends',
    wide,
    async ({ page, browser }) => {
      const context = await browser.newContext();
      const other = await context.newPage();
      const event = await attendAndComment(page.context(), 'Perpetua');
      await attendAndComment(context, 'Thaddeus');
      const { attendeeCount } = await read(page.request, 'GET /api/events/:id', {
        params: { id: event.id },
      });

      await open(page, paths.event(event.id));
      await expect(comments(page)).toContainText(words('Thaddeus'));
      await blockByCard(page, 'Thaddeus');
      await expect(openDialog(page)).toHaveCount(0);
      await expect(comments(page)).not.toContainText('Thaddeus');
      await expect(count(page)).toHaveText(`${attendeeCount} attendees`);

      await expectNowhere(page, event, 'Thaddeus');
      await expectNowhere(other, event, 'Perpetua');
      await expect(settings(other)).toContainText("You haven't blocked anybody");
      await open(other, paths.event(event.id));
      await expect(count(other)).toHaveText(`${attendeeCount} attendees`);

      await open(page, `${paths.settings}#blocked`);
      await expect(settings(page)).toContainText('Thaddeus');
      expect(await violationsOn(page, { part: '#blocked' })).toEqual([]);
      await page.getByRole('button', { name: 'Unblock Thaddeus' }).click();
      await expectToast(page, 'Thaddeus is no longer blocked');
      await expect(settings(page)).toContainText("You haven't blocked anybody");
      await open(page, paths.event(event.id));
      await expect(comments(page)).toContainText(words('Thaddeus'));
    },
  );

  test('can see each other again at once: ‘Undo’', async ({ page, browser }) => {
    const context = await browser.newContext();
    const event = await attendAndComment(page.context(), 'Wilhelmina');
    await attendAndComment(context, 'Barnaby');
    await open(page, paths.event(event.id));
    const theirs = comments(page).getByText(words('Barnaby'));
    await expect(theirs).toBeVisible();
    await blockByCard(page, 'Barnaby');
    await expect(theirs).toHaveCount(0);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(theirs).toBeVisible();
  });
});
