import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { accountDialogs, deskDialogs, openDeadMail, openDialog } from '../e2e/support/dialogs.ts';
import { demoEmail } from '../e2e/support/people.ts';
import { paths } from '../../contract/paths.ts';

/** What a page looks like after something has been done on it. */
export interface State {
  name: string;
  /** Leads to it from wherever the page is. */
  reach: (page: Page) => Promise<unknown>;
}

const at = (name: string, path: string): State => ({
  name,
  reach: (page) => page.goto(path, { waitUntil: 'networkidle' }),
});

const withDialog = ({ name, path, open }: (typeof accountDialogs)[number]): State => ({
  name: `dialog-${name}`,
  reach: async (page) => {
    await page.goto(path, { waitUntil: 'networkidle' });
    await open(page);
    await openDialog(page).waitFor();
  },
});

const returning = 'redirect_status=pending&payment_intent=pi_1';

export const states: Record<string, readonly State[]> = {
  visitor: [
    at('donation-in-progress', `/support?success=true&${returning}`),
    at('donation-thanks', paths.donationSuccess(20)),
    at('donation-failed', `${paths.donationSuccess(20)}&redirect_status=failed`),
  ],
  member: accountDialogs.map(withDialog),
  admin: [...deskDialogs.map(withDialog), { name: 'mail-given-up', reach: openDeadMail }],
};

/** Something to see in the admins' log, list of mail and invitations. */
export async function fillDesk(admin: APIRequestContext, origin: string): Promise<void> {
  const post = async (path: string, data: object) => {
    const answer = await admin.post(path, { headers: { origin }, data });
    if (!answer.ok()) throw new Error(`${path} was refused: ${answer.status()}`);
  };
  await post('/api/admin/invitations', {
    note: `The choir ${randomUUID().slice(0, 4)}`,
    maxUses: 12,
    expiresInDays: 30,
  });
  await post('/api/forgot-password', { email: demoEmail('member') });
}
