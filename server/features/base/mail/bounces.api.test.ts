import { pino } from 'pino';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { mails, outbox, suppressions } from '#platform/mail/tables.ts';
import { startTestApp } from '#tests/support/app.ts';
import { bounceOf } from '#tests/support/bounces.ts';
import { startImapServer } from '#tests/support/imap.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { headerOf, startMailServer } from '#tests/support/smtp.ts';
import { unreadReports } from '#platform/mail/bounce-mailbox.ts';
import { readBounces } from './jobs.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const [server, mailbox] = await Promise.all([startMailServer(), startImapServer()]);
afterAll(async () => void (await Promise.all([server.close(), mailbox.close()])));
const group = await make.group();
const mailer = await createTestMailer(app, { SMTP_URL: server.url });

beforeEach(async () => {
  for (const table of [outbox, mails, suppressions]) await db.delete(table);
  server.received.length = 0;
  mailbox.messages = [];
  mailbox.hangsUpAt = undefined;
  mailbox.silentAt = undefined;
});

const deps = (bounceMailbox: string | undefined) => ({
  db,
  config: { ...readConfig({}), bounceMailbox },
  clock: clock.read,
  log: pino({ level: 'silent' }),
});
const read = async (url = mailbox.url) => (await readBounces(deps(url))).refused;

const put = (...raw: string[]) =>
  mailbox.messages.push(...raw.map((each) => ({ raw: each, isSeen: false })));

/** Sends an email, and returns its Message-ID. */
async function sent(email: string): Promise<string> {
  const payload = { groupId: group.id, status: 'approved' as const, reason: null };
  await transaction(db, (tx) => enqueue(tx, 'group_reviewed', { email }, payload, clock.read()));
  await mailer.deliver();
  const message = server.received.find(({ to }) => to.includes(email));
  return (message && headerOf(message, 'message-id')) ?? '';
}

const suppressed = () =>
  db.select({ address: suppressions.address, reason: suppressions.reason }).from(suppressions);

it('an address from which an email bounced gets no more emails, and the report is read once', async () => {
  put(bounceOf(await sent('ada@example.org')));
  expect(await read()).toBe(1);
  expect(await suppressed()).toEqual([{ address: 'ada@example.org', reason: 'bounced 5.1.1' }]);
  await db.delete(suppressions);
  expect(await read()).toBe(0);
});

it('other emails in the mailbox stay unread', async () => {
  put('Subject: Thank you\r\n\r\nSee you there', bounceOf(await sent('ben@example.org')));
  expect(await read()).toBe(1);
  expect(mailbox.messages.map(({ isSeen }) => isSeen)).toEqual([false, true]);
});

it('a report without the email’s own Message-ID is not believed', async () => {
  const messageId = await sent('cal@example.org');
  const [effect] = /effect-\d+/.exec(messageId) ?? [];
  put(
    bounceOf(`<${effect}-AAAAAAAAAAAAAAAAAAAAAA@villagehall.example>`),
    bounceOf(messageId.replace('@', '0@')),
    bounceOf('<effect-9999999999-x@villagehall.example>'),
    bounceOf('<other@example.org>'),
  );
  expect(await read()).toBe(0);
  expect(await suppressed()).toEqual([]);
  expect(mailbox.messages.every(({ isSeen }) => isSeen)).toBe(true);
});

it('a connection that ends before a report is marked leads to another read later', async () => {
  put(bounceOf(await sent('dot@example.org')), bounceOf(await sent('eve@example.org')));
  mailbox.hangsUpAt = 'UID STORE';
  await expect(read()).rejects.toThrow(/^BOUNCE_IMAP_URL can't be read \(\w+\)$/);
  mailbox.hangsUpAt = undefined;
  expect(await read()).toBe(2);
  expect(await suppressed()).toHaveLength(2);
});

it('a report that the database can’t store is skipped, and the next is read', async () => {
  const messageId = await sent('fay@example.org');
  put(bounceOf(messageId.replace('@', '\0@')), bounceOf(messageId));
  expect(await read()).toBe(1);
  expect(mailbox.messages.every(({ isSeen }) => isSeen)).toBe(true);
});

it('a report that could not be written stays unread', async () => {
  put(bounceOf('<any@hall.example>'));
  const handle = async () => {
    for await (const report of unreadReports(mailbox.url)) throw new Error(`${report.length}`);
  };
  await expect(handle()).rejects.toThrow(/^\d+$/);
  expect(mailbox.messages).toMatchObject([{ isSeen: false }]);
});

it.each([
  ['a wrong password', () => mailbox.url.replace('secret', 'guess'), 'AUTHENTICATIONFAILED'],
  ['no server', () => 'imap://bounces:secret@127.0.0.1:9', 'ECONNREFUSED'],
])('a mailbox with %s is an error without the server’s words', async (_, url, code) => {
  await expect(read(url())).rejects.toThrow(new Error(`BOUNCE_IMAP_URL can't be read (${code})`));
});

it.each(['LOGIN', 'UID SEARCH', 'UID FETCH'])(
  'a server that is silent at %s is given up',
  async (command) => {
    put(bounceOf('<any@hall.example>'));
    mailbox.silentAt = command;
    const reports = unreadReports(mailbox.url, 100);
    await expect(reports.next()).rejects.toThrow("BOUNCE_IMAP_URL can't be read");
  },
);

it('no mailbox is read where none is set', async () => {
  expect(await readBounces(deps(undefined))).toEqual({ refused: 0, failed: 0 });
});
