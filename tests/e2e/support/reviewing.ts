import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { appealPath } from '#contract/safety/report-paths.ts';
import { read, send } from './api.ts';

/** Decides about a group as the admin of `context`. */
export async function review(
  { request }: Pick<BrowserContext, 'request'>,
  id: number,
  body: { status: 'approved' | 'rejected'; reason?: string },
): Promise<void> {
  await send(request, 'PATCH /api/admin/groups/:id/status', { params: { id }, body });
}

/** Reports a subject as the admin of `context`, and finds its case. */
export async function reportSubject(
  { request }: BrowserContext,
  type: 'event' | 'group',
  id: number,
) {
  await send(request, 'POST /api/reports', {
    body: { subject: { type, id }, kind: 'spam', details: 'It is not what it says.' },
  });
  const query = { state: 'waiting' as const, type };
  const cases = await read(request, 'GET /api/admin/reports', { query });
  return cases.find(({ subject }) => subject.id === id);
}

/** Hides a subject, and returns where its author appeals. */
export async function hide(
  admin: BrowserContext,
  type: 'event' | 'group',
  id: number,
  reason: string,
): Promise<string> {
  const found = await reportSubject(admin, type, id);
  await send(admin.request, 'PATCH /api/admin/reports/:id', {
    params: { id: found?.id ?? 0 },
    body: { decision: 'hide', reason },
  });
  return appealPath(found?.reference ?? '');
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
