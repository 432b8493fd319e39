import type { Browser, BrowserContext, Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { wide } from '#tests/support/breadth.ts';
import { read, send } from './support/api.ts';
import { openDialog } from './support/dialogs.ts';
import { addEvent, newContext, newGroup, newMember, uniqueName } from './support/hosts.ts';
import { expectToast, heading, main, open, toast } from './support/pages.ts';
import { join } from './support/places.ts';
import { review } from './support/reviewing.ts';
import { expect, refusals, test } from './support/test.ts';

const words = 'Cheap watches, today only';
const comment = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Creates a public group with an event, both of this name. */
async function makeEvent(context: BrowserContext, admin: Page, what: string) {
  const name = uniqueName(what);
  const description = `${name}: come and see what there is, every week anew.`;
  const { id: groupId } = await newGroup(context, { name, description });
  await review(admin, groupId, { status: 'approved' });
  const eventId = await addEvent(context, groupId, { title: name, description });
  return { groupId, eventId, name };
}

/** Creates a spammer with a comment on another's event, and a group and an event of their own. */
async function spam(page: Page, browser: Browser) {
  const host = await newMember(browser, 'Hester');
  const spammer = await newMember(browser, 'Wolf');
  const meeting = await makeEvent(host.context, page, 'Board games');
  const stall = await makeEvent(spammer.context, page, 'Watches for all');
  const { request } = spammer.context;
  await join(request, meeting.groupId);
  await send(request, 'POST /api/events/:id/rsvps', {
    params: { id: meeting.eventId },
    body: { status: 'going' },
  });
  await send(request, 'POST /api/events/:id/comments', {
    params: { id: meeting.eventId },
    body: { content: words },
  });
  return { spammer, meeting, stall };
}

// The event's own page refetches it when it closes.
test.use({ as: 'admin', expectedNoise: refusals });

test('a spam comment leads to its author’s removal in one step, after a review, and an undo restores all', async ({
  page,
  browser,
}) => {
  const { spammer, meeting, stall } = await spam(page, browser);
  await open(page, paths.event(meeting.eventId));
  await expect(main(page).getByText('1 attendee').first()).toBeVisible();
  await comment(page, words)
    .getByRole('button', { name: /^Actions for the comment by Wolf/ })
    .click();
  await page.getByRole('menuitem', { name: 'Clean up spam…' }).click();

  const dialog = openDialog(page);
  await expect(dialog).toContainText('Ban and remove everything they wrote?');
  await expect(dialog).toContainText(spammer.email);
  await expect(dialog.getByText('1 comment', { exact: true })).toBeVisible();
  await expect(dialog).toContainText(words);
  await expect(dialog.getByRole('link', { name: stall.name })).toHaveCount(2);
  await expect(dialog).toContainText('2 memberships, 1 RSVP');

  // Pressing Escape must not lose what is typed.
  await dialog.getByLabel('Reason').fill('Sells watches');
  page.once('dialog', (question) => void question.dismiss());
  await page.keyboard.press('Escape');
  await expect(dialog.getByLabel('Reason')).toHaveValue('Sells watches');
  await dialog.getByRole('button', { name: 'Ban and remove' }).click();
  await expectToast(page, 'Banned, and everything they wrote removed');
  await expect(dialog).toHaveCount(0);
  await expect(comment(page, words)).toHaveCount(0);
  await expect(main(page).getByText('0 attendees').first()).toBeVisible();
  expect(await read(spammer.context.request, 'GET /api/user')).toEqual({});
  const visitor = await newContext(browser);
  for (const path of [paths.event(stall.eventId), paths.group(stall.groupId)]) {
    expect((await visitor.request.get(path)).status()).toBe(404);
  }

  await open(page, `${paths.adminTab('users')}&q=${encodeURIComponent(spammer.email)}`);
  await expect(row(page, spammer.email)).toContainText('Cleaned up, undo until');
  await row(page, spammer.email)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Undo the clean-up' }).click();
  await openDialog(page).getByRole('button', { name: 'Put it back' }).click();
  await expectToast(page, 'Everything has been restored');
  await expect(row(page, spammer.email)).toContainText('Active');
  await expect(row(page, spammer.email)).not.toContainText('Cleaned up');

  await open(page, paths.event(meeting.eventId));
  await expect(comment(page, words)).toBeVisible();
  await expect(main(page).getByText('1 attendee').first()).toBeVisible();
  await open(page, paths.event(stall.eventId));
  await expect(heading(page)).toHaveText(stall.name);
});

test('a spam event does so, too, and the toast can undo it', wide, async ({ page, browser }) => {
  const { spammer, stall } = await spam(page, browser);
  await open(page, paths.event(stall.eventId));
  await main(page).getByRole('button', { name: 'Clean up spam…' }).click();
  await openDialog(page).getByRole('button', { name: 'Ban and remove' }).click();
  await expect(row(page, spammer.email)).toContainText('Cleaned up, undo until');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Everything has been restored');
  await expect(row(page, spammer.email)).toContainText('Active');
  await open(page, paths.event(stall.eventId));
  await expect(heading(page)).toHaveText(stall.name);
});
