import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { minute } from '#contract/platform/durations.ts';
import { startTestApp } from '#tests/support/app.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { headerOf, startMailServer } from '#tests/support/smtp.ts';
import { readConfig } from '#platform/config.ts';
import { transaction } from '#platform/db/database.ts';
import type { MailDeps } from '#platform/mail/deliver.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { lease } from '#platform/mail/queue.ts';
import { mails, outbox } from '#platform/mail/tables.ts';
import { sendDue } from '#platform/mail/worker.ts';
import { sendMessages } from './jobs.ts';
import { messages } from './tables.ts';

const app = await startTestApp();
const { db, make, clock, engine } = app;
const server = await startMailServer();
afterAll(() => server.close());
const settings = { SMTP_URL: server.url };
const config = readConfig(settings);

beforeEach(async () => {
  clock.reset();
  server.received.length = 0;
  for (const table of [outbox, mails, messages]) await db.delete(table);
});

/** Creates a due message to this many members. */
async function dueMessage(people: number) {
  const group = await make.group();
  await db.execute(sql`
    with crowd as (
      insert into users (id, email, first_name, email_verified_at)
      select ${`g${group.id}-`} || n, ${`g${group.id}-`} || n || '@example.org', 'Person', ${clock.read()}
      from generate_series(1, ${people}::int) n returning id)
    insert into memberships (group_id, user_id, status) select ${group.id}::int, id, 'approved' from crowd`);
  // PostgreSQL would count them by itself within a minute; until then it compares each with each.
  await db.execute(sql`analyze users, memberships`);
  const sendsAt = clock.read();
  return { group, message: await make.message(group, { sentById: group.owner.id, sendsAt }) };
}

const addressed = () => server.received.flatMap(({ to }) => to);
const messageIds = () => server.received.map((each) => headerOf(each, 'message-id') ?? '');

it.skipIf(engine === 'embedded')(
  'a message to ten thousand people queues one email for each',
  async () => {
    await dueMessage(10_000);
    expect(await sendMessages(db, config, clock.read())).toBe(10_000);
    const { rows } = await db.execute(
      sql`select count(*)::int as queued, count(distinct recipient_id)::int as people from outbox`,
    );
    expect(rows[0]).toEqual({ queued: 10_000, people: 10_000 });
  },
);

describe('a message to 300 people', () => {
  /** Mail dependencies of a process that dies after this many emails. */
  const dyingAfter = (emails: number, deps: MailDeps, died: () => void): MailDeps => {
    let left = emails;
    const send: NonNullable<MailDeps['smtp']>['send'] = async (mail) => {
      left -= 1;
      if (left < 0) {
        died();
        await new Promise(() => {});
      }
      await deps.smtp?.send(mail);
    };
    return { ...deps, smtp: { close: () => {}, send } };
  };

  it('reaches each of them though one process dies twice, and nobody is queued twice', async () => {
    const { group } = await dueMessage(300);
    await Promise.all([1, 2].map(() => sendMessages(db, config, clock.read())));
    for (let death = 0; death < 2; death += 1) {
      const { deps } = await createTestMailer(app, settings);
      const { promise, resolve } = Promise.withResolvers<void>();
      void sendDue(dyingAfter(40, deps, resolve));
      await promise;
    }
    const survivor = await createTestMailer(app, settings);
    await survivor.deliver();
    expect(new Set(addressed()).size).toBeLessThan(300);
    clock.advanceHours((11 * minute) / 3_600_000);
    await survivor.deliver();
    const { rows } = await db.execute<{ queued: number; people: number }>(sql`
      select count(*)::int as queued, count(distinct recipient_id)::int as people from ${outbox}
      where kind = 'group_message'`);
    expect(rows[0]).toEqual({ queued: 300, people: 300 });
    expect(new Set(addressed()).size).toBe(300);
    // A repeated email has the first one's message id: nobody knows how far the killed process got.
    expect(new Set(messageIds()).size).toBe(300);
    const owner = await app.as(group.owner);
    const { body } = await owner.call('GET /api/groups/:id/messages', { params: { id: group.id } });
    expect(body[0]).toMatchObject({ state: 'sent', recipients: 300, delivered: 300, failed: 0 });
  });

  it('delays no urgent email, and none to few recipients', async () => {
    const { group } = await dueMessage(300);
    await sendMessages(db, config, clock.read());
    clock.advanceHours(0.1);
    await transaction(db, async (tx) => {
      await enqueue(tx, 'password_reset', group.owner.id, {}, clock.read());
      await enqueue(tx, 'organiser_made', group.owner.id, { groupId: group.id }, clock.read());
    });
    const leasedKinds = async (urgent: boolean) =>
      (await lease(db, { urgent, limit: 10 }, clock.read())).map(({ kind }) => kind);
    expect(await leasedKinds(true)).toEqual(['password_reset']);
    // One email of the message has its slot at five minutes, one at six; the others come later.
    expect((await leasedKinds(false)).slice(0, 3)).toContain('organiser_made');
  });
});
