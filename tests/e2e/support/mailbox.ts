import { expect, type APIRequestContext } from '@playwright/test';
import type { Mail } from '../../../contract/mail.ts';
import { read } from './api.ts';

/** The sites under test have no mail server: what they would send is read where admins read it. */
export async function newestMail(
  admin: APIRequestContext,
  address: string,
  words: string,
): Promise<Mail> {
  const find = async () => {
    const mails = await read(admin, 'GET /api/admin/mail', { query: { q: address } });
    return mails.find(
      ({ recipient, subject }) => recipient === address && subject?.includes(words),
    );
  };
  await expect.poll(find, `a mail to ${address} about ${words}`).toBeDefined();
  const { id } = (await find())!;
  return read(admin, 'GET /api/admin/mail/:id', { params: { id } });
}

/** The address in a mail that leads to a page of the site, without its origin. */
export function linkIn({ text }: Mail, path: string): string {
  const link = text?.match(/https?:\/\/\S+/g)?.find((each) => new URL(each).pathname === path);
  expect(link, `a link to ${path} in the mail`).toBeDefined();
  const { pathname, search } = new URL(link ?? '');
  return pathname + search;
}
