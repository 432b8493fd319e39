import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { statementsOf } from '../../../bench/speed/record.ts';
import { minute, second } from '#contract/platform/durations.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Event, User } from '#tests/support/factories.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { startMailServer } from '#tests/support/smtp.ts';
import { deleteAllEmails } from '#tests/support/queued-emails.ts';
import { readConfig } from '#platform/config.ts';
import { sendMessages } from '#features/events/messages/jobs.ts';
import { lease } from './queue.ts';
import { sendPace, mails, outbox } from './tables.ts';

const app = await startTestApp();
const { db, make, clock, engine } = app;
const server = await startMailServer();
afterAll(() => server.close());

const paced = () => createTestMailer(app, { SMTP_URL: server.url, MAIL_RATE: '12/minute' });
const advance = (ms: number) => clock.advanceHours(ms / (60 * minute));

type OwnedGroup = Awaited<ReturnType<typeof make.group>>;

beforeEach(async () => {
  clock.reset();
  await deleteAllEmails(app);
  await db.delete(sendPace);
  server.received.length = 0;
});

/** Sends the emails of this many seconds at the site's rate, from this many processes. */
async function sendFor(ms: number, processes = 1): Promise<void> {
  const mailers = await Promise.all(Array.from({ length: processes }, paced));
  for (let passed = 0; passed < ms; passed += 5 * second) {
    await Promise.all(mailers.map((each) => each.deliver()));
    advance(5 * second);
  }
}

/** Returns how many seconds after `since` the email of a kind went to somebody. */
async function secondsUntil(kind: string, { id }: Pick<User, 'id'>, since: Date) {
  const [mail] = await db
    .select({ sentAt: mails.sentAt })
    .from(mails)
    .where(and(eq(mails.kind, kind), eq(mails.recipientId, id)));
  return mail?.sentAt ? (mail.sentAt.getTime() - since.getTime()) / second : Infinity;
}

const countSent = async (kind: string) =>
  db.$count(mails, and(eq(mails.kind, kind), eq(mails.state, 'sent')));

async function sendTests(group: OwnedGroup, times: number): Promise<void> {
  const organiser = await app.as(group.owner);
  const body = { audience: 'members', subject: 'Sunday', text: 'Bring a cup', test: true } as const;
  for (let each = 0; each < times; each += 1) {
    await organiser.call('POST /api/groups/:id/messages', { params: { id: group.id }, body });
  }
}

/** Cancels an event with many attendees as its organiser: one email to each. */
async function cancelFor(people: number): Promise<void> {
  const group = await make.group();
  const event = await make.event({ group, capacity: null });
  for (let each = 0; each < people; each += 1) {
    await make.rsvp(event, await make.member(group));
  }
  const organiser = await app.as(group.owner);
  await organiser.call('DELETE /api/events/:id', { params: { id: event.id } });
  // For five minutes the cancellation can be taken back unnoticed.
  advance(5 * minute);
}

async function attend(event: Event, person: User): Promise<void> {
  const client = await app.as(person);
  await client.call('POST /api/events/:id/rsvps', { params: { id: event.id }, body: {} });
}

describe('at twelve emails a minute', () => {
  it("58 tests in a burst delay another member's confirmation by one email", async () => {
    const group = await make.group();
    const event = await make.event({ group });
    const person = await make.member(group);
    await attend(event, person);
    // A confirmation is sent five minutes after the RSVP; the burst comes just before.
    advance(5 * minute - 5 * second);
    await sendTests(group, 58);
    const since = clock.inHours(5 / 3600);
    await sendFor(minute);
    const delay = await secondsUntil('rsvp_confirmed', person, since);
    console.info(`a confirmation among 58 tests: ${delay} s late`);
    expect(delay).toBeLessThanOrEqual(5);
    // The full rate is used: one email before, and ten beside it.
    expect(await countSent('message_test')).toBe(11);
  });

  it("60 emails of one cancellation delay another organiser's approval by one email", async () => {
    await cancelFor(60);
    const group = await make.group({ joinPolicy: 'approval' });
    const asking = await make.pendingMember(group);
    advance(minute);
    await sendFor(minute);
    const since = clock.read();
    await approve(group, asking);
    await sendFor(minute);
    const delay = await secondsUntil('request_approved', asking, since);
    console.info(`an approval among 60 cancellations: ${delay} s late`);
    expect(delay).toBeLessThanOrEqual(5);
  });

  it('two bursts share the rate, though one began long before the other', async () => {
    await cancelFor(40);
    await sendFor(minute);
    const before = await countSent('event_cancelled');
    const group = await make.group({ joinPolicy: 'approval' });
    for (let each = 0; each < 12; each += 1) await approve(group, await make.pendingMember(group));
    await sendFor(2 * minute);
    expect(before).toBe(12);
    expect(await countSent('request_approved')).toBe(12);
    expect(await countSent('event_cancelled')).toBe(before + 12);
  });

  it("an organiser's own messages to many leave room for another's", async () => {
    await cancelFor(60);
    await sendFor(minute);
    const group = await make.group();
    const reader = await make.member(group);
    const message = await make.message(group, {
      sentById: group.owner.id,
      sendsAt: clock.read(),
    });
    await sendMessages(db, readConfig({ SMTP_URL: server.url }), clock.read());
    const since = clock.read();
    await sendFor(6 * minute);
    expect(message.state).toBe('waiting');
    // A message to many starts five minutes later than emails to few.
    expect(await secondsUntil('group_message', reader, since)).toBeLessThanOrEqual(5 * 60 + 10);
  });

  it.skipIf(engine === 'embedded')('two processes keep one order', async () => {
    await cancelFor(40);
    const group = await make.group({ joinPolicy: 'approval' });
    const asking = await make.pendingMember(group);
    await sendFor(30 * second, 2);
    const since = clock.read();
    await approve(group, asking);
    await sendFor(30 * second, 2);
    expect(await secondsUntil('request_approved', asking, since)).toBeLessThanOrEqual(5);
    expect(await countSent('event_cancelled')).toBe(11);
  });
});

describe.skipIf(engine === 'embedded')('with 30,000 effects of 300 accounts', () => {
  /** A third is due, a third waits, a third is done. */
  const fill = () =>
    db.execute(sql`
      insert into ${outbox} (kind, cause, caused_by, recipient_email, payload, due_at, done_at, created_at)
      select 'organiser_made', 'group:' || n, 'account-' || n % 300, n || '@example.org', '{}',
        ${clock.read()}::timestamptz + case when n % 3 = 1 then interval '5 hours' else interval '0' end,
        case when n % 3 = 2 then ${clock.read()}::timestamptz end, ${clock.read()}
      from generate_series(1, 30000) n`);

  const leaseOne = () => lease(db, { urgent: false, limit: 16 }, clock.read());

  const plansOfLease = async () =>
    Promise.all(
      (await statementsOf(leaseOne)).map(async ({ text, values }) => {
        const { rows } = await db.$client.query<Record<string, string>>(`explain ${text}`, values);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      }),
    );

  it('a lease uses indexes, and locks only what it takes', async () => {
    await fill();
    const places = new Set(
      (await leaseOne()).map(({ throttleKey }) => Number(throttleKey?.slice(6)) % 300),
    );
    expect(places.size).toBe(16);
    await db.execute(sql`analyze ${outbox}`);
    const plans = await plansOfLease();
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on outbox/);
    expect(plans.join('\n')).toContain('outbox_unordered');
    expect(plans.join('\n')).toContain('outbox_share');
    expect(plans.join('\n')).toContain('outbox_send_order');
    expect(plans.at(-1)).not.toContain('Sort');
  });

  it('a lease finds its rows by their ids while the statistics say that the queue is empty', async () => {
    await db.execute(sql`analyze ${outbox}`);
    await fill();
    for (const plan of await plansOfLease()) {
      expect(plan).toMatch(/outbox_pkey.*\n *Index Cond: \(id = ANY/);
      expect(plan).not.toMatch(/outbox_pkey.*\n(?! *Index Cond)/);
    }
  });
});

async function approve(group: OwnedGroup, { id: userId }: Pick<User, 'id'>): Promise<void> {
  const organiser = await app.as(group.owner);
  await organiser.call('PATCH /api/groups/:id/members/:userId', {
    params: { id: group.id, userId },
    body: { status: 'approved' },
  });
}
