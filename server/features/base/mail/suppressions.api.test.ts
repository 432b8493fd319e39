import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { headerOf, refusal, startMailServer } from '#tests/support/smtp.ts';
import type { User } from '#tests/support/factories.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { mails, outbox, suppressions } from '#platform/mail/tables.ts';
import { runDeleteExpired } from '#tests/support/expiry.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const server = await startMailServer();
afterAll(() => server.close());
const mailer = await createTestMailer(app, { SMTP_URL: server.url });
const admin = await app.as(await make.admin());

beforeEach(async () => {
  clock.reset();
  for (const table of [outbox, mails, suppressions]) await db.delete(table);
  server.received.length = 0;
});

/** Sends an organiser an email about a request to join. */
async function tellOrganiser(owner: User): Promise<void> {
  const group = await make.group({ owner, joinPolicy: 'approval' });
  const asking = await app.as(await make.user());
  await asking.call('POST /api/groups/:id/members', { params: { id: group.id } });
  clock.advanceHours(0.1);
  await mailer.deliver();
}

/** Sends somebody an email whose address the mail server refuses with these words. */
async function refuse(person: User, code = 550, words = '5.1.1 unknown here'): Promise<void> {
  server.answers.recipient.push(refusal(code, words));
  await tellOrganiser(person);
}

const listed = async (query: { q?: string } = {}) =>
  (await admin.call('GET /api/admin/suppressions', { query })).body;

const isSuppressed = async (person: User) => {
  const { body } = await (await app.as(person)).call('GET /api/user');
  return body.user?.emailSuppressed;
};

describe('an address that a mail server refuses for good', () => {
  it('gets no other email, and admins see why', async () => {
    const person = await make.user();
    await refuse(person);
    expect(await listed()).toMatchObject([
      { address: person.email.toLowerCase(), reason: '550 5.1.1' },
    ]);
    await tellOrganiser(person);
    expect(server.received).toEqual([]);
    expect(await isSuppressed(person)).toBe(true);
  });

  it.each([
    '5.4.1 Recipient address rejected: Access denied. AS(201806281)',
    '5.0.0 user unknown',
    '5.5.0 Requested action not taken: mailbox unavailable',
    '5.1.351 Remote server returned unknown recipient',
    'No such user here',
    '5.2.0 mailbox disabled',
  ])('is also suppressed by %s', async (words) => {
    const person = await make.user();
    await refuse(person, 550, words);
    expect(await listed()).toMatchObject([{ address: person.email.toLowerCase() }]);
  });

  it('still gets the emails that its owner requests', async () => {
    const person = await make.user();
    await refuse(person);
    const visitor = app.visitor();
    await visitor.call('POST /api/forgot-password', { body: { email: person.email } });
    await mailer.deliver();
    expect(server.received.map((email) => email.to)).toEqual([[person.email]]);
  });

  it('gets emails again once its owner tries again', async () => {
    const person = await make.user();
    await refuse(person);
    await (await app.as(person)).call('DELETE /api/user/suppression');
    expect(await isSuppressed(person)).toBe(false);
    await tellOrganiser(person);
    expect(server.received).toHaveLength(1);
    expect(headerOf(server.received[0]!, 'to')).toBe(person.email);
  });

  it('gets emails again once an admin says so, which is recorded without the address', async () => {
    const person = await make.user();
    await refuse(person);
    const [found] = await listed({ q: person.email.slice(0, 12) });
    await admin.call('DELETE /api/admin/suppressions/:id', { params: { id: found!.id } });
    expect(await listed()).toEqual([]);
    const entries = JSON.stringify(await db.select().from(auditLog));
    expect(entries).toContain('suppression.delete');
    expect(entries).not.toContain(person.email);
  });

  it('is forgotten with the account', async () => {
    const person = await make.user();
    await refuse(person);
    await admin.call('DELETE /api/admin/users/:id', { params: { id: person.id } });
    expect(await listed()).toEqual([]);
  });
});

it('the refused addresses are counted with the last day’s emails', async () => {
  await refuse(await make.user());
  clock.advanceHours(30);
  await refuse(await make.user());
  await tellOrganiser(await make.user());
  const { body } = await admin.call('GET /api/admin/mail-sender');
  expect(body).toMatchObject({ lastDay: { emails: 2, refused: 1 }, suppressed: 2 });
  expect(body.records.map(({ name }) => name)).toEqual(['SPF', 'DKIM', 'DMARC']);
});

describe('an address is not suppressed', () => {
  it.each([
    ['a mailbox that is full', 452, '4.2.2 over quota'],
    ['a rule of the server about the sender', 550, '5.7.1 your network is blocked'],
    ['a sender that does not exist', 550, '5.1.8 bad sender'],
    ['a sender, without a code', 550, 'mailbox unavailable: rejected by SPF policy'],
    ['the network, without a code', 550, 'blocked: see https://spamhaus.example'],
    ['a sender, by a code of another kind', 550, '5.1.0 sender rejected'],
  ])('for %s', async (_, code, words) => {
    const person = await make.user();
    await refuse(person, code, words);
    expect(await listed()).toEqual([]);
  });

  it('when the server refuses the email itself', async () => {
    const person = await make.user();
    server.answers.message.push(refusal(550, '5.1.1 no such content'));
    await tellOrganiser(person);
    expect(await listed()).toEqual([]);
  });
});

// The last one, because sessions expire with it.
describe('a suppressed address', () => {
  it('is forgotten after a year', async () => {
    const person = await make.user();
    await refuse(person);
    clock.advanceHours(364 * 24);
    expect(await runDeleteExpired(app)).toMatchObject({ suppressions: 0 });
    clock.advanceHours(24);
    expect(await runDeleteExpired(app)).toMatchObject({ suppressions: 1 });
  });
});
