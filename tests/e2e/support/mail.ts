import { expect, type APIRequestContext } from '@playwright/test';
import { read, siteAddress } from './api.ts';

/** The path of the link in the newest mail to somebody, as it is kept for admins. */
export async function linkInMail(
  admin: APIRequestContext,
  recipient: string,
  path: string,
): Promise<string> {
  const origin = siteAddress();
  let found: string | undefined;
  await expect(async () => {
    const query = { q: recipient };
    for (const { id } of await read(admin, 'GET /api/admin/mail', { query })) {
      const { text } = await read(admin, 'GET /api/admin/mail/:id', { params: { id } });
      found = text?.split(/\s+/).find((word) => word.startsWith(`${origin}${path}?token=`));
      if (found) break;
    }
    expect(found).toBeDefined();
  }).toPass();
  return found?.slice(origin.length) ?? '';
}
