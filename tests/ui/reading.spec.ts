import { expect, part, test } from './support/test.ts';

test.describe('tabs', () => {
  test('the arrows choose and go round, Home and End go to the ends', async ({ guide }) => {
    const tabs = part(guide, 'tabs');
    const tab = (name: string) => tabs.getByRole('tab', { name });
    await expect(tabs.getByRole('tablist')).toHaveAccessibleName('About the group');
    await tab('About').focus();
    await guide.keyboard.press('ArrowRight');
    await expect(tab('Events')).toBeFocused();
    await expect(tab('Events')).toHaveAttribute('aria-selected', 'true');
    await expect(tabs.getByRole('tabpanel')).toHaveText('Four walks to come');
    await guide.keyboard.press('End');
    await expect(tab('Comments')).toHaveAttribute('aria-selected', 'true');
    await guide.keyboard.press('ArrowRight');
    await expect(tab('About')).toHaveAttribute('aria-selected', 'true');
    await guide.keyboard.press('ArrowLeft');
    await guide.keyboard.press('Home');
    await expect(tab('About')).toBeFocused();
  });

  test('have one stop for the row, then the panel; a ring for the keyboard, none for the mouse', async ({
    guide,
  }) => {
    const tabs = part(guide, 'tabs');
    const ringed = tabs.locator('[role=tab]:focus-visible');
    await tabs.getByRole('tab', { name: 'Members' }).click();
    await expect(ringed).toHaveCount(0);
    await guide.keyboard.press('Tab');
    await expect(tabs.getByRole('tabpanel', { name: 'Members 128' })).toBeFocused();
    await guide.keyboard.press('Shift+Tab');
    await expect(tabs.getByRole('tab', { name: 'Members' })).toBeFocused();
    await expect(ringed).toHaveCount(1);
  });
});

test.describe('table', () => {
  test('on a phone it is still a table, each cell with its label', async ({ guide }) => {
    await guide.setViewportSize({ width: 320, height: 640 });
    const tables = part(guide, 'tables');
    const table = tables.getByRole('table', { name: 'Users', exact: true });
    const row = table.getByRole('row', { name: /^Chidimma/ });
    await expect(row.getByRole('rowheader')).toHaveText('Chidimma Okonkwo-Featherstonehaugh');
    await expect(row.getByRole('cell', { name: 'Groups 104' })).toBeVisible();
    await expect(
      row.getByRole('button', { name: 'Actions for Chidimma Okonkwo-Featherstonehaugh' }),
    ).toBeVisible();
  });

  test('shows that it loads, and that it is empty', async ({ guide }) => {
    const tables = part(guide, 'tables');
    await expect(tables.getByRole('table', { name: 'Users on their way' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    await expect(tables.getByRole('status')).toHaveText('Loading...');
    await expect(tables.getByRole('heading', { name: 'Nobody is banned' })).toBeVisible();
  });
});

test('a row of avatars shows five and counts the others', async ({ guide }) => {
  const row = part(guide, 'people').getByRole('img', { name: '17 attendees' });
  await expect(row).toHaveText('ABCDE+12');
  await expect(part(guide, 'people').getByRole('img', { name: '2 attendees' })).toHaveText('AB');
});

test('a person without a name has a figure on a colour of their own', async ({ guide }) => {
  const row = part(guide, 'people').getByRole('img', { name: '6 attendees' });
  await expect(row).toHaveText('+1');
  await expect(row.locator('svg')).toHaveCount(5);
  const colours = await row
    .locator('span[aria-hidden]')
    .evaluateAll((faces) => faces.map((face) => getComputedStyle(face).backgroundColor));
  expect(new Set(colours).size).toBeGreaterThan(2);
});

test('a number is read with its label, and links to its details', async ({ guide }) => {
  const stats = part(guide, 'stats');
  await expect(stats.getByRole('term').first()).toHaveText('Members');
  await expect(stats.getByRole('definition').first()).toContainText('1,284');
  await expect(stats.getByRole('definition').nth(2)).toContainText('Loading...');
  await stats.getByRole('link', { name: 'Groups' }).press('Enter');
  expect(new URL(guide.url()).hash).toBe('#tables');
});
