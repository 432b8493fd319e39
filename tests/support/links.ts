import { eq } from 'drizzle-orm';
import { mails } from '../../server/mail/tables.ts';
import type { TestApp } from './app.ts';
import type { Postman } from './postman.ts';

/** Delivers what is due; the links in what somebody was sent, the newest mail first. */
export async function linksTo(
  { db }: Pick<TestApp, 'db'>,
  postman: Postman,
  email: string,
): Promise<URL[]> {
  await postman.deliver();
  const sent = await db
    .select({ id: mails.id, text: mails.text })
    .from(mails)
    .where(eq(mails.recipient, email));
  return sent
    .toSorted((one, other) => other.id - one.id)
    .flatMap(({ text }) => text?.match(/https:\/\/\S+token=\S+/g) ?? [])
    .map((url) => new URL(url));
}

export const tokenIn = (url: URL | undefined) => url?.searchParams.get('token') ?? '';
