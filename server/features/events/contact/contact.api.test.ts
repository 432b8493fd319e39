import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { Client } from '#tests/support/client.ts';
import type { Group, User } from '#tests/support/factories.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { mails, outbox } from '#platform/mail/tables.ts';

const app = await startTestApp({ rateLimits: true });
const { db, make, clock } = app;
const capturingMailer = await createCapturingMailer(app);
const words = { subject: 'Is there parking?', text: 'I would come by car, with two chairs.' };
let group: Group & { owner: Pick<User, 'id'> };

beforeEach(async () => {
  await db.delete(outbox);
  capturingMailer.sent.length = 0;
  group = await make.group();
});
afterEach(() => clock.reset());

const input = () => ({ params: { id: group.id }, body: words });

describe('an email to the organisers', () => {
  it('goes to each of them, and their answers go to the sender', async () => {
    const [other, sender] = [await make.organiser(group), await make.user()];
    await make.member(group);
    const { status, body } = await (
      await app.as(sender)
    ).call('POST /api/groups/:id/contact', input());
    expect([status, body]).toEqual([202, { recipients: 2 }]);
    await capturingMailer.deliver();
    expect(capturingMailer.sent).toHaveLength(2);
    expect(capturingMailer.sent.map(({ to }) => to)).toContain(other.email);
    expect(new Set(capturingMailer.sent.map(({ replyTo }) => replyTo))).toEqual(
      new Set([sender.email]),
    );
    expect(capturingMailer.sent[0]?.text).toContain(words.text);
  });

  it('stores the sender’s address nowhere', async () => {
    const sender = await make.user();
    await (await app.as(sender)).call('POST /api/groups/:id/contact', input());
    await capturingMailer.deliver();
    expect(JSON.stringify(await db.select().from(mails))).not.toContain(sender.email);
  });

  it('is refused when the organisers have switched it off', async () => {
    const deputy = await app.as(await make.organiser(group));
    const { body } = await deputy.call('PATCH /api/groups/:id', {
      params: { id: group.id },
      body: { contactEnabled: false },
    });
    expect(body.contactEnabled).toBe(false);
    const sender = await app.as(await make.user());
    expect(await sender.outcome('POST /api/groups/:id/contact', input())).toBe('forbidden');
    const read = await sender.call('GET /api/groups/:id', { params: { id: group.id } });
    expect(read.body.can.contact).toBe(false);
  });

  it('needs a confirmed address where the site sends mail', async () => {
    const send = async (columns: { emailVerifiedAt?: null }) => {
      const client = await app.as(await make.user(columns));
      return client.outcome('POST /api/groups/:id/contact', input());
    };
    expect(await send({})).toBe(202);
    expect(await send({ emailVerifiedAt: null })).toBe('forbidden');
    const keeping = await app.another({ smtpUrl: undefined });
    const session = await make.session(await make.user({ emailVerifiedAt: null }));
    const unconfirmed = new Client(keeping).withSession(session);
    expect(await unconfirmed.outcome('POST /api/groups/:id/contact', input())).toBe(202);
  });

  it('is limited to five a day, over all groups', async () => {
    const sender = await app.as(await make.user());
    const all = await Promise.all(
      Array.from({ length: 7 }, () => sender.outcome('POST /api/groups/:id/contact', input())),
    );
    expect(all.filter((each) => each === 202)).toHaveLength(5);
    const refused = await sender.send('POST /api/groups/:id/contact', input());
    expect(refused.headers['retry-after']).toBe('86400');
    clock.advanceHours(24);
    expect(await sender.outcome('POST /api/groups/:id/contact', input())).toBe(202);
  });

  it('is not sent when its sender is banned meanwhile', async () => {
    const sender = await make.user();
    await (await app.as(sender)).call('POST /api/groups/:id/contact', input());
    const boss = await app.as(await make.admin());
    await boss.call('PATCH /api/admin/users/:id/status', {
      params: { id: sender.id },
      body: { isActive: false },
    });
    await capturingMailer.deliver();
    expect(capturingMailer.sent.filter(({ subject }) => subject === words.subject)).toEqual([]);
  });
});
