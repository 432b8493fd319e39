import type { BrowserContext, Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { read } from './support/api.ts';
import { startSite } from './support/own-site.ts';
import { expectToast, open } from './support/pages.ts';
import { bio, demoEmail, newEmail, password } from './support/people.ts';
import { nextEventOf } from './support/places.ts';
import { expect, test } from './support/test.ts';

const wanted = 'Lifts from the station: ring me on 07700 900123.';
const unwanted = 'You all win at lucky-spin.casino';

const post = (page: Page) => page.getByRole('button', { name: 'Post', exact: true }).click();
const commentsOf = (page: Page) => page.getByRole('region', { name: 'Comments' });
const comment = (page: Page, words: string) =>
  commentsOf(page).getByRole('listitem').filter({ hasText: words });

/** The next event of a group that the demo's organiser organises. */
async function ownEvent({ request }: BrowserContext) {
  const mine = await read(request, 'GET /api/user/groups');
  const group = mine.find(({ membership }) => membership?.isOrganizer);
  if (!group) throw new Error('the demo’s organiser has no group');
  return nextEventOf(request, group);
}

test('what a new member writes with links and numbers waits, until an organiser or an admin decides', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  // The limits that hold comments back are off on the sites under test.
  const site = await startSite({ DEMO: 'true', RATE_LIMITS: '' });
  const phone = { baseURL: site.url, viewport: { width: 390, height: 844 } };
  const [organiser, admin, member] = await Promise.all([
    browser.newContext(phone),
    browser.newContext(phone),
    browser.newContext(phone),
  ]);
  const tell = async (by: BrowserContext, path: string, data: object) => {
    const answer = await by.request.post(path, { headers: { origin: site.url }, data });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  try {
    await tell(organiser, '/api/login', { email: demoEmail('organiser'), password });
    await tell(admin, '/api/login', { email: demoEmail('admin'), password });
    const names = { firstName: 'Robin', email: newEmail() };
    await tell(member, '/api/register', { ...names, password, confirmPassword: password });
    const location = 'Ludlow, United Kingdom';
    await tell(member, '/api/complete-profile', { bio, location, lastName: 'Ashworth' });
    const { id, groupId } = await ownEvent(organiser);
    await tell(member, `/api/groups/${groupId}/members`, {});
    await tell(member, `/api/events/${id}/comments`, { content: wanted });
    const page = await member.newPage();
    const [desk, adminDesk] = [await organiser.newPage(), await admin.newPage()];

    await test.step('the member reads that it waits', async () => {
      await open(page, paths.event(id));
      await page.getByLabel('Your comment').fill(unwanted);
      await post(page);
      await expectToast(page, 'Waiting for review');
      await expect(comment(page, unwanted)).toContainText('Waiting for review');
      await open(page, paths.group(groupId));
      await page.getByRole('button', { name: 'Write to the Organisers' }).click();
      await page.getByLabel('Subject').fill('A lift to the hall');
      await page.getByLabel('Message').fill('Ring me on 07700 900123 if you need one.');
      await page.getByRole('button', { name: 'Send message' }).click();
      await expectToast(page, 'Waiting for review');
    });

    await test.step('the organiser releases one comment', async () => {
      await open(desk, paths.event(id));
      await expect(comment(desk, wanted)).toContainText('Waiting for review');
      await expect(comment(desk, unwanted)).toContainText('Waiting for review');
      expect(await violationsOn(desk)).toEqual([]);
      await comment(desk, wanted)
        .getByRole('button', { name: 'Release the comment by Robin' })
        .click();
      await expectToast(desk, 'Comment released');
      await expect(comment(desk, wanted)).not.toContainText('Waiting for review');
      await expect(comment(desk, wanted)).toBeFocused();
    });

    await test.step('the admin finds the other one there, and releases the message', async () => {
      await open(adminDesk, paths.event(id));
      await expect(
        comment(adminDesk, unwanted).getByRole('button', { name: /^Release the comment/ }),
      ).toBeVisible();
      await open(adminDesk, paths.adminTab('comments'));
      const messages = adminDesk.getByRole('region', { name: 'Messages to organisers' });
      await expect(messages).toContainText('07700 900123');
      await messages
        .getByRole('button', { name: 'Release the message A lift to the hall' })
        .click();
      await expectToast(adminDesk, 'Message released');
    });

    await test.step('the organiser deletes the other comment', async () => {
      await comment(desk, unwanted)
        .getByRole('button', { name: 'Delete the comment by Robin' })
        .click();
      const dialog = desk.getByRole('alertdialog', { name: 'Delete the comment by Robin?' });
      await expect(dialog).toContainText('It will be gone for good.');
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await expectToast(desk, 'Comment deleted successfully');
      await expect(comment(desk, unwanted)).toHaveCount(0);
    });

    await test.step('what the member writes from then on appears at once', async () => {
      await open(page, paths.event(id));
      await expect(comment(page, wanted)).toBeVisible();
      await expect(commentsOf(page)).not.toContainText('Waiting for review');
      await expect(commentsOf(page)).not.toContainText('lucky-spin');
      await page.getByLabel('Your comment').fill('The way there: ridge-walks.example');
      await post(page);
      await expectToast(page, 'Comment posted');
    });
  } finally {
    await Promise.all([organiser, admin, member].map((each) => each.close()));
    await site.stop();
  }
});
