import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { headerOf, textOf, type MailServer } from '#tests/support/smtp.ts';

export interface Mail {
  to: string[];
  subject: string;
  text: string;
  /** Blank where answers go to the sender. */
  replyTo: string;
}

/** Serves the emails of the tested sites to this machine only; returns the address. */
export async function serveMailbox({ received }: Pick<MailServer, 'received'>): Promise<string> {
  const server = createServer((_, response) => {
    const mails = received.map((each): Mail => ({
      to: each.to,
      subject: headerOf(each, 'subject') ?? '',
      text: textOf(each),
      replyTo: headerOf(each, 'reply-to') ?? '',
    }));
    response.end(JSON.stringify(mails));
  }).listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/**
 * Returns the newest email to an address whose subject contains the words; waits until there is
 * one.
 */
export async function newestMail(mailbox: string, address: string, words: string): Promise<Mail> {
  const find = async () => {
    const mails = (await (await fetch(mailbox)).json()) as Mail[];
    return mails.findLast(({ to, subject }) => to.includes(address) && subject.includes(words));
  };
  await expect.poll(find, `a mail to ${address} about ${words}`).toBeDefined();
  return (await find())!;
}

/** Returns the address in an email that leads to a page of the site, without its origin. */
export function linkIn({ text }: Mail, path: string): string {
  const link = text.match(/https?:\/\/\S+/g)?.find((each) => new URL(each).pathname === path);
  expect(link, `a link to ${path} in the mail`).toBeDefined();
  const { pathname, search } = new URL(link ?? '');
  return pathname + search;
}
