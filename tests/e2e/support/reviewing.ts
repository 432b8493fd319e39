import { expect, type BrowserContext } from '@playwright/test';
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
