import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { Client } from '#tests/support/client.ts';
import type { Group, User } from '#tests/support/factories.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { readConfig } from '#platform/config.ts';
import { outbox } from '#platform/mail/tables.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { textPrints } from '#features/trust/moderation/tables.ts';
import { sendMessages } from './jobs.ts';
import { messages } from './tables.ts';

const app = await startTestApp({ rateLimits: true });
const { db, make, clock } = app;
const config = readConfig({ SMTP_URL: 'smtp://localhost:2525' });
const capturingMailer = await createCapturingMailer(app);

const words = { subject: 'Tea on Saturday', text: 'The kettle is on from ten.' };
let callers = 0;
/** Calls from its own address, so no other test's calls count against its limits. */
const as = async (user: Pick<User, 'id'>) => {
  callers += 1;
  return (await app.as(user)).from(`10.0.${callers >> 8}.${callers & 255}`);
};
let group: Group & { owner: Pick<User, 'id'> };
let owner: Client;

beforeEach(async () => {
  await db.delete(outbox);
  await db.delete(messages);
  await db.delete(textPrints);
  capturingMailer.sent.length = 0;
  group = await make.group();
  owner = await as(group.owner);
});
afterEach(() => clock.reset());

const input = (more: object = {}) => ({
  params: { id: group.id },
  body: { audience: 'members' as const, ...words, ...more },
});
const write = async (more: object = {}) =>
  (await owner.call('POST /api/groups/:id/messages', input(more))).body;
const passGrace = () => clock.advanceHours(0.1);
/** Sends and delivers all due emails and returns their recipients. */
async function deliverDue(settings = config): Promise<string[]> {
  passGrace();
  await sendMessages(db, settings, clock.read());
  await capturingMailer.deliver();
  return capturingMailer.sent.map(({ to }) => to).toSorted();
}
const list = async () =>
  (await owner.call('GET /api/groups/:id/messages', { params: { id: group.id } })).body;

describe('a message to a group', () => {
  it('is accepted, and reaches each member except the sender after its grace period', async () => {
    const [ada, ben] = [await make.member(group), await make.organiser(group)];
    await make.pendingMember(group);
    const { status, body } = await owner.call('POST /api/groups/:id/messages', input());
    expect(status).toBe(202);
    const sendsAt = new Date(clock.read().getTime() + 300_000).toISOString();
    expect(body).toEqual({ id: expect.any(Number), recipients: 2, sendsAt });
    await sendMessages(db, config, clock.read());
    await capturingMailer.deliver();
    expect(capturingMailer.sent).toEqual([]);
    expect(await deliverDue()).toEqual([ada.email, ben.email].toSorted());
    expect(capturingMailer.sent[0]).toMatchObject({ subject: words.subject });
    expect(capturingMailer.sent[0]?.text).toContain(words.text);
    expect(capturingMailer.sent[0]?.from.name).toContain(group.name);
  });

  it('reaches nobody twice, however often the job runs', async () => {
    for (let each = 0; each < 5; each += 1) await make.member(group);
    await write();
    passGrace();
    await Promise.all([1, 2, 3].map(() => sendMessages(db, config, clock.read())));
    await deliverDue();
    expect(await deliverDue()).toHaveLength(5);
    expect(new Set(capturingMailer.sent.map(({ messageId }) => messageId)).size).toBe(5);
  });

  it('is not sent to members who are banned, gone, unconfirmed or have muted the group', async () => {
    const [banned, gone, muted, stays] = [
      await make.member(group),
      await make.member(group),
      await make.member(group),
      await make.member(group),
    ];
    await make.member(group, { emailVerifiedAt: null });
    const { recipients } = await write();
    expect(recipients).toBe(4);
    const boss = await as(await make.admin());
    await boss.call('PATCH /api/admin/users/:id/status', {
      params: { id: banned.id },
      body: { isActive: false },
    });
    await owner.call('DELETE /api/groups/:id/members/:userId', {
      params: { id: group.id, userId: gone.id },
    });
    const { body } = await (
      await as(muted)
    ).call('PATCH /api/groups/:id/membership', {
      params: { id: group.id },
      body: { muted: true },
    });
    expect(body).toEqual({ status: 'approved', isOrganizer: false, muted: true });
    await capturingMailer.deliver();
    capturingMailer.sent.length = 0;
    expect(await deliverDue()).toEqual([stays.email]);
    expect((await list())[0]).toMatchObject({ state: 'sent', recipients: 1, delivered: 1 });
  });

  it('reaches unconfirmed addresses, too, without a mail server', async () => {
    const newcomer = await make.member(group, { emailVerifiedAt: null });
    await write();
    passGrace();
    expect(await sendMessages(db, readConfig({}), clock.read())).toBe(1);
    const [email] = await db.select().from(outbox).where(eq(outbox.kind, 'group_message'));
    expect(email?.recipientId).toBe(newcomer.id);
  });

  it('that asks for donations reaches only members who accept such messages', async () => {
    await make.member(group);
    const giving = await make.member(group);
    await (
      await as(giving)
    ).call('PATCH /api/user/mail-preferences', { body: { fundraising: true } });
    const { recipients } = await write({ asksForDonations: true });
    expect(recipients).toBe(1);
    expect(await deliverDue()).toEqual([giving.email]);
    const url = new URL(capturingMailer.sent[0]?.unsubscribeUrl ?? '');
    await app.fastify.inject({
      method: 'POST',
      url: url.pathname + url.search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    capturingMailer.sent.length = 0;
    await write({ asksForDonations: true });
    expect(await deliverDue()).toEqual([]);
  });

  it('is dropped once its author is banned', async () => {
    const [deputy] = [await make.organiser(group), await make.member(group)];
    const input_ = input();
    await (await as(deputy)).call('POST /api/groups/:id/messages', input_);
    const boss = await as(await make.admin());
    await boss.call('PATCH /api/admin/users/:id/status', {
      params: { id: deputy.id },
      body: { isActive: false },
    });
    capturingMailer.sent.length = 0;
    expect(await deliverDue()).not.toContain(group.owner.id);
    expect((await list())[0]).toMatchObject({ state: 'undone' });
  });

  it('counts failed emails, and a retried one no more', async () => {
    await make.member(group);
    await write();
    passGrace();
    await sendMessages(db, config, clock.read());
    const [effect] = await db.select().from(outbox).where(eq(outbox.kind, 'group_message'));
    await db
      .update(outbox)
      .set({ attempts: 13 })
      .where(eq(outbox.id, effect?.id ?? 0));
    const fails = {
      ...capturingMailer.deps,
      smtp: { send: () => Promise.reject(new Error('no')), close: () => {} },
    };
    const { sendDue } = await import('#platform/mail/worker.ts');
    await sendDue(fails);
    expect((await list())[0]).toMatchObject({ delivered: 0, failed: 1 });
    const boss = await as(await make.admin());
    const { body: mails } = await boss.call('GET /api/admin/mail', { query: { state: 'dead' } });
    await boss.call('POST /api/admin/mail/:id/resend', { params: { id: mails[0]?.id ?? 0 } });
    expect((await list())[0]).toMatchObject({ delivered: 0, failed: 0 });
    await capturingMailer.deliver();
    expect((await list())[0]).toMatchObject({ delivered: 1, failed: 0 });
  });
});

describe("a message's email", () => {
  it('mutes the group by one POST, and by its page, which can undo it', async () => {
    const member = await make.member(group);
    await write();
    await deliverDue();
    const url = new URL(capturingMailer.sent[0]?.unsubscribeUrl ?? '');
    expect(capturingMailer.sent[0]?.text).toContain('Mute this group:\n');
    const token = url.searchParams.get('token') ?? '';
    const visitor = app.visitor();
    const named = { topic: 'groupMessages', group: { id: group.id, name: group.name } };
    const { body } = await visitor.call('GET /api/unsubscribe', { query: { token } });
    expect(body).toEqual({ ...named, on: true });
    const pressed = await app.fastify.inject({
      method: 'POST',
      url: url.pathname + url.search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(pressed.statusCode).toBe(200);
    const own = await as(member);
    const read = await own.call('GET /api/groups/:id', { params: { id: group.id } });
    expect(read.body.membership).toMatchObject({ muted: true });
    capturingMailer.sent.length = 0;
    await write();
    expect(await deliverDue()).toEqual([]);
    const back = await visitor.call('POST /api/unsubscribe', { body: { token, on: true } });
    expect(back.body).toEqual({ ...named, on: true });
  });

  it('turns its addresses into links, and nothing else', async () => {
    await make.member(group);
    await write({ text: 'See (https://example.org/a?b=1&c=2). <a href="javascript:x">no</a>' });
    await deliverDue();
    const html = capturingMailer.sent[0]?.html ?? '';
    expect(html).toContain('href="https://example.org/a?b=1&amp;c=2"');
    expect(html).not.toContain('<a href="javascript');
  });
});

describe("a message to an event's people", () => {
  it.each([
    ['going', ['goes', 'both']],
    ['waiting', ['waits']],
    ['all', ['goes', 'both', 'waits']],
  ] as const)('to %s reaches them, muted or not', async (audience, expected) => {
    const people = {
      goes: await make.member(group),
      both: await make.member(group),
      waits: await make.member(group),
      none: await make.member(group),
    };
    const event = await make.event({ group, capacity: 2 });
    await make.rsvp(event, people.goes);
    await make.rsvp(event, people.both);
    await make.waiting(event, people.waits);
    for (const person of [people.goes, people.waits]) {
      await (
        await as(person)
      ).call('PATCH /api/groups/:id/membership', {
        params: { id: group.id },
        body: { muted: true },
      });
    }
    const { body } = await owner.call('POST /api/events/:id/messages', {
      params: { id: event.id },
      body: { audience, ...words },
    });
    expect(body.recipients).toBe(expected.length);
    expect(await deliverDue()).toEqual(expected.map((each) => people[each].email).toSorted());
    expect(capturingMailer.sent[0]?.unsubscribeUrl).toBeUndefined();
    expect((await list())[0]).toMatchObject({
      audience,
      event: { id: event.id, title: event.title },
    });
  });
});

describe('a test message', () => {
  it('goes to its sender only, at once, and counts towards no limit', async () => {
    await make.member(group);
    for (let each = 0; each < 4; each += 1) {
      const { id, recipients } = await write({ test: true });
      expect([id, recipients]).toEqual([null, 1]);
    }
    await capturingMailer.deliver();
    const account = await owner.call('GET /api/user');
    expect(capturingMailer.sent.map(({ to }) => to)).toEqual(
      Array(4).fill(account.body.user?.email),
    );
    expect(capturingMailer.sent[0]?.text).toContain('This is a test');
    await write();
    await write();
    expect(await list()).toHaveLength(2);
  });

  it('is not sent to an unconfirmed address where the site sends mail', async () => {
    const keeping = await app.another({ smtpUrl: undefined });
    const organiser = await make.organiser(group, { emailVerifiedAt: null });
    const client = await as(organiser);
    const elsewhere = new Client(keeping).withSession(client.session ?? '');
    const test = input({ test: true });
    expect(await client.outcome('POST /api/groups/:id/messages', test)).toBe('forbidden');
    expect(await elsewhere.outcome('POST /api/groups/:id/messages', test)).toBe(202);
  });
});

describe('during its grace period', () => {
  it('a message can be undone by any organiser, and reaches nobody', async () => {
    await make.member(group);
    const { id } = await write();
    const params = { id: id ?? 0 };
    const deputy = await as(await make.organiser(group));
    expect((await deputy.call('DELETE /api/messages/:id', { params })).status).toBe(204);
    expect((await owner.call('DELETE /api/messages/:id', { params })).status).toBe(204);
    expect(await deliverDue()).toEqual([]);
    expect((await list())[0]).toMatchObject({ state: 'undone', can: { undo: false } });
  });

  it('ends when it is sent: 409', async () => {
    await make.member(group);
    const { id } = await write();
    await deliverDue();
    expect(await owner.outcome('DELETE /api/messages/:id', { params: { id } })).toBe('conflict');
  });
});

describe('the limit on messages', () => {
  const refused = (
    key: 'POST /api/groups/:id/messages' | 'POST /api/events/:id/messages',
    sent: object,
  ) => owner.send(key, sent);

  it('is two a group in 24 hours, and two an event besides; undone ones count for neither', async () => {
    const event = await make.event({ group });
    const toEvent = { params: { id: event.id }, body: { audience: 'all' as const, ...words } };
    const { id } = await write();
    await owner.call('DELETE /api/messages/:id', { params: { id: id ?? 0 } });
    await write();
    clock.advanceHours(1);
    await write();
    const third = await refused('POST /api/groups/:id/messages', input());
    expect(third.statusCode).toBe(429);
    expect(third.headers['retry-after']).toBe(String(23 * 3600));
    expect(third.json<{ message: string }>().message).toMatch(/twice in 24 hours/);
    for (let each = 0; each < 2; each += 1) {
      await owner.call('POST /api/events/:id/messages', toEvent);
    }
    expect((await refused('POST /api/events/:id/messages', toEvent)).statusCode).toBe(429);
    clock.advanceHours(23);
    expect((await write()).recipients).toBe(0);
  });

  it('counts simultaneous messages', async () => {
    const all = await Promise.all(
      Array.from({ length: 5 }, () => owner.outcome('POST /api/groups/:id/messages', input())),
    );
    expect(all.filter((each) => each === 202)).toHaveLength(2);
  });

  it('is off where limits are off', async () => {
    const open = await app.another({ rateLimits: false });
    const client = new Client(open).withSession(owner.session ?? '');
    for (let each = 0; each < 4; each += 1) {
      expect(await client.outcome('POST /api/groups/:id/messages', input())).toBe(202);
    }
  });
});

describe('the record of messages', () => {
  it('lists the newest first, in pages', async () => {
    for (let each = 0; each < 3; each += 1) {
      await make.message(group, { createdAt: clock.inHours(-each), sentById: group.owner.id });
    }
    const first = await owner.call('GET /api/groups/:id/messages', {
      params: { id: group.id },
      query: { limit: '2' },
    });
    expect(first.body).toHaveLength(2);
    const all = await list();
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
    expect(all[0]?.sentBy).toMatchObject({ id: group.owner.id });
  });

  it('has a log entry for an admin who writes or undoes one', async () => {
    const admin = await make.admin();
    const boss = await as(admin);
    const { body } = await boss.call('POST /api/groups/:id/messages', input());
    await boss.call('DELETE /api/messages/:id', { params: { id: body.id ?? 0 } });
    const log = await db.select().from(auditLog).where(eq(auditLog.actorId, admin.id));
    expect(log.map(({ action }) => action)).toEqual(['message.send', 'message.undo']);
  });
});

describe('a text copied to several groups', () => {
  const text =
    'Earn from home, as I do: it is easy, it is quick, and whoever signs up by Friday night gets a present from me.';

  it('awaits review', async () => {
    await make.member(group);
    for (let each = 0; each < 3; each += 1) {
      const { id } = await make.group({ owner: group.owner });
      await owner.call('POST /api/groups/:id/messages', { ...input({ text }), params: { id } });
    }
    const { id, held } = await write({ text });
    expect(held).toBe(true);
    expect(await deliverDue()).toEqual([]);
    expect((await list())[0]).toMatchObject({ state: 'held', can: { undo: true } });
    const boss = await as(await make.admin());
    const { body: queue } = await boss.call('GET /api/admin/held-messages', {});
    expect(queue).toMatchObject([{ id, text, groupId: group.id, copies: 4 }]);
  });

  it('does not count once it is undone', async () => {
    for (let each = 0; each < 5; each += 1) {
      const { id, held } = await write({ text });
      expect(held).toBeUndefined();
      await owner.call('DELETE /api/messages/:id', { params: { id: id ?? 0 } });
    }
  });
});

describe('the audience preview', () => {
  const sizes = async (eventId?: number) => {
    const previewed = { params: { id: group.id }, query: { eventId } };
    return (await owner.call('GET /api/groups/:id/audiences', previewed)).body;
  };

  it("counts a group's recipients, and those who accept fundraising", async () => {
    const giver = await as(await make.member(group));
    await make.member(group);
    await giver.call('PATCH /api/user/mail-preferences', { body: { fundraising: true } });
    expect(await sizes()).toEqual([{ audience: 'members', recipients: 2, fundraising: 1 }]);
    const mute = { params: { id: group.id }, body: { muted: true } };
    await giver.call('PATCH /api/groups/:id/membership', mute);
    expect(await sizes()).toEqual([{ audience: 'members', recipients: 1, fundraising: 0 }]);
  });

  it("counts an event's attendees, waiting people, and both, and refuses other groups' events", async () => {
    const event = await make.event({ group, capacity: 1 });
    await make.rsvp(event, await make.member(group));
    await make.waiting(event, await make.member(group));
    expect(await sizes(event.id)).toEqual([
      { audience: 'going', recipients: 1, fundraising: 0 },
      { audience: 'waiting', recipients: 1, fundraising: 0 },
      { audience: 'all', recipients: 2, fundraising: 0 },
      { audience: 'came', recipients: 0, fundraising: 0 },
    ]);
    const elsewhere = { params: { id: group.id }, query: { eventId: (await make.event()).id } };
    expect(await owner.outcome('GET /api/groups/:id/audiences', elsewhere)).toBe('not_found');
  });
});
