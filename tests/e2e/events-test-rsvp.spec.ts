import { expectToast, main, open, toast } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test('the test RSVP confirms after 0.5 s and opens the event after 1 s; cancelling stays on the page', async ({
  page,
}) => {
  await page.clock.install();
  await open(page, '/test-rsvp');
  const first = main(page).getByRole('article').first();
  await expect(main(page).getByRole('article')).toHaveCount(2);
  await page.clock.pauseAt(Date.now() + 60_000);
  await first.getByRole('button', { name: 'Attend Event' }).click();
  await page.clock.runFor(499);
  await expect(first.getByRole('button', { name: 'Attending...' })).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(first.getByRole('button', { name: 'Going ✓' })).toBeVisible();
  // The script for notifications loads with the first one.
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(toast(page)).toBeVisible({ timeout: 100 });
  }).toPass();
  await expectToast(page, 'RSVP Confirmed');

  await first.getByRole('button', { name: 'Going ✓' }).click();
  await page.clock.runFor(500);
  await expectToast(page, 'RSVP Cancelled');
  await page.clock.runFor(3000);
  await expect(page).toHaveURL('/test-rsvp');

  await first.getByRole('button', { name: 'Attend Event' }).click();
  await page.clock.runFor(500);
  await expectToast(page, 'RSVP Confirmed');
  await page.clock.runFor(999);
  await expect(page).toHaveURL('/test-rsvp');
  await page.clock.runFor(1);
  await expect(page).toHaveURL('/events/1');
});
