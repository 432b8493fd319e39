import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { headerOf, startMailServer } from '#tests/support/smtp.ts';
import { deleteAllEmails, enqueueEmails } from '#tests/support/queued-emails.ts';
import { transaction } from '#platform/db/database.ts';
import { deliver, type MailDeps } from './deliver.ts';
import { enqueue } from './outbox.ts';
import { smtpConnections } from './smtp.ts';
import { lease } from './queue.ts';
import { mails, outbox } from './tables.ts';
import { startWorker, sendDue } from './worker.ts';

const app = await startTestApp();
const { db, make, clock, engine } = app;
const server = await startMailServer();
afterAll(() => server.close());
const settings = { SMTP_URL: server.url };
const mailer = await createTestMailer(app, settings);
const group = await make.group();

const enqueueFor = (people = 1) => enqueueEmails(app, group, people);

const messageIds = () => server.received.map((each) => headerOf(each, 'message-id'));
const states = async () =>
  (await db.select({ state: mails.state }).from(mails)).map((m) => m.state);

beforeEach(async () => {
  await deleteAllEmails(app);
  server.received.length = 0;
  server.onMessage = undefined;
});
afterEach(() => clock.reset());

it.skipIf(engine === 'embedded')('two workers at once send each email once', async () => {
  await enqueueFor(60);
  const other = await createTestMailer(app, settings);
  const worked = await Promise.all([mailer.deliver(), other.deliver()]);
  expect(worked[0] + worked[1]).toBe(60);
  expect(Math.min(...worked)).toBeGreaterThan(0);
  expect(messageIds()).toHaveLength(60);
  expect(new Set(messageIds()).size).toBe(60);
});

describe('with 10,000 emails in the queue', () => {
  const fill = () =>
    db.execute(sql`
      insert into ${outbox} (kind, recipient_id, payload, due_at, created_at)
      select 'group_reviewed', ${group.owner.id}::text,
        jsonb_build_object('groupId', ${group.id}::int, 'status', 'approved', 'reason', null),
        ${clock.inHours(-1)}, ${clock.inHours(-1)}
      from generate_series(1, 10000)`);
  const reset = () =>
    transaction(db, (tx) => enqueue(tx, 'password_reset', group.owner.id, {}, clock.read()));

  it('a reset link is sent while all other SMTP connections are busy', async () => {
    await fill();
    const { deps } = await createTestMailer(app, settings);
    const gate = Promise.withResolvers<void>();
    const busy = Promise.withResolvers<void>();
    let holding = 0;
    server.onMessage = (raw) => {
      if (raw.includes('Subject: Choose a new password')) return undefined;
      holding += 1;
      if (holding === smtpConnections.other) busy.resolve();
      return gate.promise;
    };
    const worker = startWorker(deps);
    await busy.promise;
    const arrival = server.arrival();
    await reset();
    await arrival;
    expect(server.received.map((each) => headerOf(each, 'subject'))).toEqual([
      expect.stringContaining('Choose a new password'),
    ]);
    gate.resolve();
    await worker.stop(5_000);
  });

  it('the urgent lane has an index of its own, and locks nothing else', async () => {
    await fill();
    await reset();
    const leased = await lease(db, { urgent: true, limit: 100 }, clock.read());
    expect(leased.map(({ kind }) => kind)).toEqual(['password_reset']);
    await db.execute(sql`analyze ${outbox}`);
    const { rows } = await db.execute<Record<string, string>>(sql`
      explain select id from ${outbox}
      where awaited and done_at is null and dead_at is null and due_at <= now()
      order by due_at, id limit 8`);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('outbox_awaited');
  });
});

describe('a killed worker', () => {
  /** Creates a worker that dies after sending. */
  const dying = (): MailDeps => ({
    ...mailer.deps,
    smtp: {
      close: () => {},
      send: async (mail) => {
        await mailer.deps.smtp?.send(mail);
        await new Promise(() => {});
      },
    },
  });

  it('is replaced when its lease is over, not earlier', async () => {
    await enqueueFor();
    expect(await lease(db, { urgent: false, limit: 10 }, clock.read())).toHaveLength(1);
    expect(await mailer.deliver()).toBe(0);
    clock.advanceHours(1);
    expect(await mailer.deliver()).toBe(1);
    expect(messageIds()).toHaveLength(1);
  });

  it('after sending is replaced, under the same Message-ID', async () => {
    await enqueueFor();
    const arrival = server.arrival();
    void sendDue(dying());
    await arrival;
    expect(await states()).toEqual(['waiting']);
    clock.advanceHours(1);
    await mailer.deliver();
    expect(messageIds()).toHaveLength(2);
    expect(new Set(messageIds()).size).toBe(1);
    expect(await states()).toEqual(['sent']);
  });
});

it("that comes late changes nothing of another's work", async () => {
  await enqueueFor();
  const [late] = await lease(db, { urgent: false, limit: 1 }, clock.read());
  clock.advanceHours(1);
  await mailer.deliver();
  server.received.length = 0;
  await deliver(late!, mailer.deps);
  expect(server.received).toEqual([]);
  expect(await states()).toEqual(['sent']);
});

describe('a running worker', () => {
  it('sends at once after a commit in this process', async () => {
    const { deps } = await createTestMailer(app, settings);
    const worker = startWorker(deps);
    const arrival = server.arrival();
    await enqueueFor();
    await arrival;
    await worker.stop(5_000);
    expect(await states()).toEqual(['sent']);
  });

  it('finishes its emails before it stops, and releases the rest', async () => {
    const { deps } = await createTestMailer(app, settings);
    await enqueueFor(12);
    const gate = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    server.onMessage = () => {
      holding.resolve();
      return gate.promise;
    };
    const worker = startWorker(deps);
    await holding.promise;
    const stopped = worker.stop(5_000);
    gate.resolve();
    await stopped;
    const sent = (await states()).filter((state) => state === 'sent').length;
    expect(sent).toBe(server.received.length);
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(12);
    expect(await mailer.deliver()).toBe(12 - sent);
    expect(new Set(messageIds()).size).toBe(12);
  });

  it('does not wait for ever for a silent server', async () => {
    const { deps } = await createTestMailer(app, settings);
    await enqueueFor();
    const holding = Promise.withResolvers<void>();
    server.onMessage = () => {
      holding.resolve();
      return new Promise(() => {});
    };
    const worker = startWorker(deps);
    await holding.promise;
    await worker.stop(10);
    expect(await states()).toEqual(['waiting']);
  });
});
