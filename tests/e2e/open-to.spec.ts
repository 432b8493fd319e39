import type { Locator, Page } from '@playwright/test';
import { paths } from '#contract/platform/paths.ts';
import { violationsOn } from '#tests/support/axe.ts';
import { wide } from '#tests/support/breadth.ts';
import { read } from './support/api.ts';
import { approve, createFarEvent, fillEvent, newGroup, ownGroup } from './support/hosts.ts';
import { expectToast, main, open } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Reads who can come to the event of this page. */
async function openToOf(page: Page) {
  const id = /\/events\/(\d+)/.exec(page.url())?.[1] ?? '';
  return (await read(page.request, 'GET /api/events/:id', { params: { id } })).openTo;
}

const openMore = (page: Page) => page.locator('summary', { hasText: 'More' }).click();

const choiceIn = (place: Page | Locator, name: string) => {
  const choice = place.getByRole('group', { name });
  return {
    choice,
    members: choice.getByRole('radio', { name: /^Members of the group/ }),
    anyone: choice.getByRole('radio', { name: /^Anyone: no account needed/ }),
  };
};

test('an organiser chooses who can come, for the group’s new events and for each', async ({
  page,
  browser,
}) => {
  const { id: groupId } = await ownGroup(page.context());
  await approve(browser, groupId);

  await test.step('new events are open to anyone, without a review', async () => {
    await open(page, paths.group(groupId));
    await main(page).getByRole('button', { name: 'Edit group', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit group' });
    const { members, anyone } = choiceIn(dialog, 'Who can come to new events?');
    await expect(members).toBeChecked();
    await members.press('ArrowDown');
    await expect(anyone).toBeChecked();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Your group has been updated successfully');
    const params = { id: groupId };
    const group = await read(page.request, 'GET /api/groups/:id', { params });
    expect(group).toMatchObject({ status: 'approved', defaultOpenTo: 'anyone' });
  });

  const { choice, members, anyone } = choiceIn(page, 'Who can come?');
  await test.step('a new event begins as its group says', async () => {
    await open(page, paths.createEventIn(groupId));
    await openMore(page);
    await expect(anyone).toBeChecked();
    await page.getByLabel("Who it's for").selectOption('For under 18s');
    await expect(anyone).toBeDisabled();
    await expect(members).toBeChecked();
    await expect(choice).toContainText('Events for under 18s are always for members of the group.');
    expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel("Who it's for").selectOption('For everyone');
    await expect(members).toBeChecked();
    await members.press('ArrowDown');
    await expect(anyone).toBeChecked();
    await fillEvent(page);
    await createFarEvent(page);
    await expect(page).toHaveURL(/\/events\/\d+$/);
    expect(await openToOf(page)).toBe('anyone');
  });

  await test.step('it can be for members again', async () => {
    await open(page, `${new URL(page.url()).pathname}/edit`);
    await openMore(page);
    await expect(anyone).toBeChecked();
    await members.check();
    await main(page).getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Event updated');
    expect(await openToOf(page)).toBe('members');
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: /script|\.js csp/i });

  /** Creates an event and returns who can come to it. */
  async function createdIn(page: Page, path: string, choose: () => Promise<void>) {
    await page.goto(path);
    await openMore(page);
    await choose();
    await page.getByLabel('Category').selectOption('Arts & Creative');
    await fillEvent(page);
    await page.getByLabel('End time: day').fill('2031-06-14');
    await page.getByLabel('End time: time').fill('12:00');
    await main(page).getByRole('button', { name: 'Create Event' }).click();
    await expect(page).toHaveURL(/\/events\/\d+$/);
    return openToOf(page);
  }

  test('an event is as its organiser chooses, or as its group has it', wide, async ({ page }) => {
    const { id: groupId } = await ownGroup(page.context(), { defaultOpenTo: 'anyone' });
    await newGroup(page.context());
    const { members, anyone } = choiceIn(page, 'Who can come?');
    const chosen = await createdIn(page, paths.createEventIn(groupId), async () => {
      await expect(anyone).toBeChecked();
      await members.check();
    });
    expect(chosen).toBe('members');
    const unchosen = await createdIn(page, paths.createEvent, async () => {
      await page.getByLabel('Group', { exact: true }).selectOption(String(groupId));
      await expect(anyone).not.toBeChecked();
      await expect(members).not.toBeChecked();
    });
    expect(unchosen).toBe('anyone');
  });
});
