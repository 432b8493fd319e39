import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { Client } from '#tests/support/client.ts';
import { readPages } from '#tests/support/paging.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { mails, outbox } from '#platform/mail/tables.ts';
import { users } from '#features/base/accounts/tables.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { runDeleteExpired } from '#tests/support/expiry.ts';
import { notifyOfDueComplaints } from './jobs.ts';
import { complaints } from './tables.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const capturingMailer = await createCapturingMailer(app);
const days = (count: number) => count * 24;
const form = {
  kind: 'data_protection' as const,
  text: 'I asked twice for a copy of my data.',
  email: 'jo@example.com',
};

beforeEach(async () => {
  for (const table of [outbox, mails, complaints, users]) await db.delete(table);
  capturingMailer.sent.length = 0;
});
afterEach(() => clock.reset());

const complain = (client = app.visitor()) => client.call('POST /api/complaints', { body: form });

const asAdmin = async () => app.as(await make.admin());

const listed = async (client: Client) => (await client.call('GET /api/admin/complaints')).body;

/** Runs the job and returns the emails sent since the last call. */
async function runAndDeliver(): Promise<typeof capturingMailer.sent> {
  await notifyOfDueComplaints(db, clock.read());
  await capturingMailer.deliver();
  return capturingMailer.sent.splice(0);
}

const answer = (client: Client, id: number, outcome = 'Here is your copy.') =>
  client.outcome('PATCH /api/admin/complaints/:id', { params: { id }, body: { outcome } });

describe('a complaint', () => {
  it('gets a number, a date and an immediate reply without typed text', async () => {
    const { status, body } = await complain();
    expect(status).toBe(201);
    expect(body).toEqual({
      number: expect.stringMatching(/^C-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      dueBy: clock.inHours(days(30)).toISOString(),
    });
    const [email, ...more] = await runAndDeliver();
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      to: form.email,
      subject: `We’ve received your complaint ${body.number}`,
    });
    expect(email?.text).toContain('Answer due by: Jul 10, 2026');
    expect(email?.text).toContain('ico.org.uk');
    expect(email?.text).not.toContain(form.text);
  });

  it('runs to day 30: two warnings, overdue, answered, and the complainant reads the outcome', async () => {
    const admin = await make.admin({ email: 'ada@example.com' });
    await make.admin({ email: 'banned@example.com', isActive: false });
    const { number } = (await complain()).body;
    await runAndDeliver();
    const warnings: string[] = [];
    for (let day = 1; day <= 30; day += 1) {
      clock.advanceHours(24);
      for (const { to, subject } of await runAndDeliver())
        warnings.push(`day ${day} ${to}: ${subject}`);
    }
    expect(warnings).toEqual([
      `day 20 ada@example.com: Complaint ${number} needs an answer, due in 10 days`,
      `day 27 ada@example.com: Complaint ${number} needs an answer, due in 3 days`,
    ]);
    const client = await app.as(admin);
    const [open] = await listed(client);
    expect(open).toMatchObject({ number, ...form, state: 'open', overdue: true, outcome: null });
    const { body } = await client.call('PATCH /api/admin/complaints/:id', {
      params: { id: open?.id ?? 0 },
      body: { outcome: 'Here is your copy.' },
    });
    const answered = {
      state: 'answered',
      overdue: false,
      outcome: 'Here is your copy.',
      answeredAt: clock.read().toISOString(),
      answeredBy: { id: admin.id, name: [admin.firstName, admin.lastName].join(' ').trim() },
    };
    expect(body).toMatchObject(answered);
    expect(await listed(client)).toEqual([body]);
    const [email] = await runAndDeliver();
    expect(email).toMatchObject({
      to: form.email,
      subject: `The outcome of your complaint ${number}`,
    });
    expect(email?.text).toContain('Here is your copy.');
    expect(email?.text).toContain('ico.org.uk');
    clock.advanceHours(days(10));
    expect(await runAndDeliver()).toEqual([]);
    const [entry] = await db.select().from(auditLog);
    expect(entry).toMatchObject({
      action: 'complaint.answer',
      actorId: admin.id,
      targetId: number,
    });
  });

  it('records the signed-in account, and uses the given address', async () => {
    const member = await make.user({ firstName: 'Jo', lastName: 'Reed', email: 'own@example.com' });
    await complain(await app.as(member));
    const [open] = await listed(await asAdmin());
    expect(open).toMatchObject({ account: { id: member.id, name: 'Jo Reed' }, email: form.email });
    expect((await runAndDeliver()).map(({ to }) => to)).toEqual([form.email]);
  });

  it.each([
    ['Please choose what your complaint is about', 'kind', { kind: 'noise' }],
    ['Please tell us what is wrong', 'text', { text: '  ' }],
    ['A complaint can have at most 5,000 characters', 'text', { text: 'x'.repeat(5_001) }],
    ['Please enter a valid email address', 'email', { email: 'jo' }],
  ])('refuses %s', async (message, field, wrong) => {
    const refusal = await app
      .visitor()
      .refusal('POST /api/complaints', { body: { ...form, ...wrong } });
    expect(refusal).toMatchObject({ status: 400, fields: { [field]: message } });
  });

  it('is limited to five an hour per internet address, for anybody', async () => {
    const limited = await app.another({ rateLimits: true });
    const session = await make.session(await make.user());
    const outcomes = [];
    for (let each = 0; each < 6; each += 1) {
      const client = new Client(limited).from('203.0.113.9');
      if (each === 5) client.withSession(session);
      const body = { ...form, email: `jo${each}@example.com` };
      outcomes.push(await client.outcome('POST /api/complaints', { body }));
    }
    expect(outcomes).toEqual([201, 201, 201, 201, 201, 'too_many_requests']);
  });

  it("stays possible for an address's owner after others have typed it", async () => {
    const limited = await app.another({ rateLimits: true });
    for (let each = 0; each < 6; each += 1) {
      const client = new Client(limited).from(`203.0.113.${each}`);
      expect(await client.outcome('POST /api/complaints', { body: form })).toBe(201);
    }
  });
});

describe("a complaint's deadline", () => {
  it('follows London days', async () => {
    await make.admin();
    // 23:30 on the 10th in London's summer time.
    await make.complaint({ createdAt: new Date('2026-06-10T22:30:00Z') });
    const warnedAt = (moment: string) => notifyOfDueComplaints(db, new Date(moment));
    expect(await warnedAt('2026-06-29T22:59:59Z')).toBe(0);
    expect(await warnedAt('2026-06-29T23:00:00Z')).toBe(1);
  });

  it('is thirty days away, also across a clock change', async () => {
    await make.complaint({ createdAt: new Date('2026-10-10T11:00:00Z') });
    const [open] = await listed(await asAdmin());
    expect(open?.dueBy).toBe('2026-11-09T12:00:00.000Z');
  });
});

describe('the warnings', () => {
  it('are sent once, however many processes check at once', async () => {
    await make.admin();
    for (let each = 0; each < 3; each += 1) await make.complaint();
    clock.advanceHours(days(20));
    const counted = await Promise.all([1, 2, 3].map(() => notifyOfDueComplaints(db, clock.read())));
    expect(counted.reduce((sum, count) => sum + count)).toBe(3);
    const [email, ...more] = await runAndDeliver();
    expect(more).toEqual([]);
    expect(email?.subject).toBe('3 complaints need an answer, the first due in 10 days');
  });

  it('are combined when the site was down, and contain no text of a complaint, nor its author', async () => {
    await make.admin();
    await make.complaint();
    clock.advanceHours(days(31));
    const [email, ...more] = await runAndDeliver();
    expect(more).toEqual([]);
    expect(email?.text).toContain('overdue since Jul 10, 2026');
    expect(email?.text).not.toMatch(/poster|jo@example/);
    expect(await runAndDeliver()).toEqual([]);
  });

  it('skip a complaint answered before they were sent', async () => {
    const client = await asAdmin();
    const { id } = await make.complaint();
    clock.advanceHours(days(20));
    await notifyOfDueComplaints(db, clock.read());
    await answer(client, id);
    expect((await runAndDeliver()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('The outcome'),
    ]);
  });
});

describe('an answer', () => {
  it('is given once, even when two come at once', async () => {
    const { id } = await make.complaint();
    const [one, other] = [await asAdmin(), await asAdmin()];
    const outcomes = await Promise.all([answer(one, id), answer(other, id)]);
    expect(outcomes.map(String).toSorted()).toEqual(['200', 'conflict']);
    expect(await runAndDeliver()).toHaveLength(1);
  });

  it('needs an existing complaint and a text', async () => {
    const client = await asAdmin();
    expect(await answer(client, 999_999)).toBe('not_found');
    const { id } = await make.complaint();
    const refusal = await client.refusal('PATCH /api/admin/complaints/:id', {
      params: { id },
      body: { outcome: ' ' },
    });
    expect(refusal.fields).toEqual({ outcome: 'Please say what the outcome was' });
  });
});

describe('the list', () => {
  it('has open ones first by deadline, then answered ones, latest first', async () => {
    const client = await asAdmin();
    const at = (hours: number) => ({ createdAt: clock.inHours(hours) });
    const done = (hours: number) => ({ answeredAt: clock.inHours(hours), outcome: 'Done.' });
    const early = await make.complaint({ ...at(-300), ...done(-200) });
    const second = await make.complaint(at(-50));
    const first = await make.complaint(at(-100));
    const late = await make.complaint({ ...at(-400), ...done(-10) });
    const third = await make.complaint(at(-50));
    const [open, answered] = [
      [first.id, second.id, third.id],
      [late.id, early.id],
    ];
    const read = (query: { limit: number; state?: string }) =>
      readPages(client, 'GET /api/admin/complaints', { query });
    for (const limit of [1, 2, 3, 4, 5]) {
      expect((await read({ limit })).flat()).toEqual([...open, ...answered]);
    }
    expect(await read({ limit: 2, state: 'open' })).toEqual([open.slice(0, 2), open.slice(2)]);
    expect(await read({ limit: 2, state: 'answered' })).toEqual([answered]);
  });
});

describe("a complaint's record", () => {
  it('is stored for three years after the answer, and until there is one', async () => {
    const open = await make.complaint();
    await make.complaint({ outcome: 'Done.', answeredAt: clock.read() });
    clock.advanceHours(days(3 * 365) - 1);
    expect(await runDeleteExpired(app)).toMatchObject({ complaints: 0 });
    clock.advanceHours(1);
    expect(await runDeleteExpired(app)).toMatchObject({ complaints: 1 });
    expect((await listed(await asAdmin())).map(({ id }) => id)).toEqual([open.id]);
  });

  it('stays without the account of its author or its admin when that is deleted', async () => {
    const [member, admin] = [await make.user(), await make.admin()];
    await complain(await app.as(member));
    const [{ id } = { id: 0 }] = await listed(await app.as(admin));
    await answer(await app.as(admin), id);
    const other = await asAdmin();
    for (const { id: userId } of [member, admin]) {
      expect(
        await other.outcome('DELETE /api/admin/users/:id', { params: { id: userId } }),
      ).toBeLessThan(300);
    }
    expect(await listed(other)).toMatchObject([{ account: null, answeredBy: null, ...form }]);
  });
});
