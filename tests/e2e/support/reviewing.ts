import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { siteAddress } from './api.ts';

/** Decides about a group as the admin of `context`. */
export async function review(
  { request }: Pick<BrowserContext, 'request'>,
  id: number,
  body: { status: 'approved' | 'rejected'; reason?: string },
): Promise<void> {
  const answer = await request.patch(`/api/admin/groups/${id}/status`, {
    headers: { origin: siteAddress() },
    data: body,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Shows more of a list of what waits until it has the item: other tests add to the list, too. */
export async function showWaiting(page: Page, item: Locator): Promise<void> {
  const more = page.getByRole('region', { name: 'Waiting for review' }).getByRole('button', {
    name: 'Show more',
  });
  await expect(async () => {
    if ((await item.count()) === 0 && (await more.isVisible())) await more.click();
    await expect(item).toBeVisible({ timeout: 1_000 });
  }).toPass();
}
