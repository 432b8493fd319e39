import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Gate } from '#tests/faults/gate.ts';
import { startTestApp } from '#tests/support/app.ts';
import { createTestMailer, type TestMailer } from '#tests/support/mailer.ts';
import { headerOf, startMailServer } from '#tests/support/smtp.ts';
import { deleteAllEmails, enqueueEmails } from '#tests/support/queued-emails.ts';
import { openDatabase, transaction } from '#platform/db/database.ts';
import { enqueue } from './outbox.ts';
import { mails, outbox } from './tables.ts';
import { sendDue } from './worker.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const server = await startMailServer();
afterAll(() => server.close());
const group = await make.group();

const enqueueFor = (people: number) => enqueueEmails(app, group, people);

const leasedNow = sql`attempts = 1 and done_at is null`;

const states = async () =>
  (await db.select({ state: mails.state }).from(mails)).map(({ state }) => state);

beforeEach(async () => {
  await deleteAllEmails(app);
  server.received.length = 0;
  server.onMessage = undefined;
});
afterEach(() => clock.reset());

describe('a process whose database goes away and returns', async () => {
  const url = db.$client.options.connectionString ?? '';
  const gate = new Gate(url);
  let other: TestMailer;
  const gated = await behind(gate);

  async function behind(passed: Gate) {
    const opened = await openDatabase({ databaseUrl: await passed.addressOf(url), dataDir: '' });
    opened.db.$client.on('error', () => {});
    afterAll(async () => {
      await opened.close();
      await passed.close();
    });
    return opened;
  }
  const hire = () => createTestMailer({ db: gated.db, clock }, { SMTP_URL: server.url });
  /** Closes the gate and opens it again between two database calls. */
  const away = async () => {
    await gate.set('shut');
    void pause(200).then(() => gate.set('open'));
  };

  it('records its last emails, so that they are not sent twice', async () => {
    await enqueueFor(1);
    server.onMessage = away;
    const mailer = await hire();
    await mailer.deliver();
    expect(await states()).toEqual(['sent']);
    clock.advanceHours(2);
    other = await createTestMailer(app, { SMTP_URL: server.url });
    expect(await other.deliver()).toBe(0);
    expect(server.received).toHaveLength(1);
  });

  it('sends the emails it had leased, and nobody waits for a lease to end', async () => {
    await enqueueFor(12);
    const mailer = await hire();
    let isFirst = true;
    server.onMessage = () => {
      if (!isFirst) return undefined;
      isFirst = false;
      return away();
    };
    await mailer.deliver();
    expect(await states()).toEqual(Array.from({ length: 12 }, () => 'sent'));
    expect(new Set(server.received.map((mail) => headerOf(mail, 'message-id'))).size).toBe(12);
    expect(server.received).toHaveLength(12);
  });

  it('releases a lease whose answer was lost, without counting an attempt', async () => {
    const people = [await make.user(), await make.user(), await make.user()];
    await transaction(db, async (tx) => {
      for (const { id } of people) await enqueue(tx, 'password_changed', id, {}, clock.read());
    });
    const mailer = await hire();
    // Opens a connection to fail on.
    await mailer.deps.db.execute(sql`select 1`);
    await gate.set('deaf');
    const working = sendDue(mailer.deps);
    await expect.poll(() => db.$count(outbox, leasedNow)).toBe(3);
    await gate.set('shut');
    await gate.set('open');
    await expect(working).rejects.toThrow();
    expect(await db.$count(outbox, leasedNow)).toBe(0);
    expect(await mailer.deliver()).toBe(3);
    expect(server.received).toHaveLength(3);
  });
});
