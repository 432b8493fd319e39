import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { Group } from '#tests/support/factories.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { mails, outbox } from '#platform/mail/tables.ts';
import { hour } from '#contract/platform/durations.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const mailer = await createTestMailer(app);

beforeEach(async () => {
  clock.reset();
  await db.delete(outbox);
  await db.delete(mails);
});

const announce = async (group: Group & { owner: { id: string } }, title: string) => {
  const client = await app.as(group.owner);
  const startTime = clock.inHours(10 * 24);
  const { body } = await client.call('POST /api/events', {
    body: {
      title,
      description: 'Meet at the boat landings, bring a towel.',
      location: 'Lakeside boat landings',
      startTime: startTime.toISOString(),
      endTime: new Date(startTime.getTime() + hour).toISOString(),
      categoryId: 6,
      groupId: group.id,
    },
  });
  return body;
};

const written = () =>
  db.select({ to: mails.recipient, subject: mails.subject, text: mails.text }).from(mails);

describe("a group's news", () => {
  it('goes to other members at 18:00 in London, with everything new', async () => {
    const group = await make.group({ name: 'Derwent Dippers' });
    const member = await make.member(group);
    await make.pendingMember(group);
    await announce(group, 'Sunrise swim');
    clock.advanceHours(2);
    await announce(group, 'Sunset swim');
    // 15:00 in London.
    clock.advanceHours(2.9);
    await mailer.deliver();
    expect(await written()).toEqual([]);
    clock.advanceHours(0.1);
    await mailer.deliver();
    const [news, ...others] = await written();
    expect(others).toEqual([]);
    expect(news).toMatchObject({ to: member.email, subject: '2 new events in Derwent Dippers' });
    expect(news?.text).toContain('Sunrise swim, Keswick');
    expect(news?.text).toContain('Sunset swim, Keswick');
  });

  it('from later in the evening goes out the next day, and nothing twice', async () => {
    const group = await make.group({ name: 'Derwent Dippers' });
    await make.member(group);
    await announce(group, 'Sunrise swim');
    clock.advanceHours(6);
    await mailer.deliver();
    await announce(group, 'Sunset swim');
    clock.advanceHours(24);
    await mailer.deliver();
    expect((await written()).map(({ subject }) => subject)).toEqual([
      'New in Derwent Dippers: Sunrise swim',
      'New in Derwent Dippers: Sunset swim',
    ]);
  });

  it('leaves out an event cancelled since', async () => {
    const group = await make.group();
    await make.member(group);
    const event = await announce(group, 'Sunrise swim');
    await (await app.as(group.owner)).call('DELETE /api/events/:id', { params: { id: event.id } });
    clock.advanceHours(6);
    await mailer.deliver();
    expect(await written()).toEqual([]);
  });

  it('is not sent for an unapproved group', async () => {
    const group = await make.group({ status: 'pending_approval' });
    await make.member(group);
    await announce(group, 'Sunrise swim');
    expect(await db.$count(outbox)).toBe(0);
  });

  it('is not sent to members who have turned it off', async () => {
    const group = await make.group();
    const client = await app.as(await make.member(group));
    await client.call('PATCH /api/user/mail-preferences', { body: { groupNews: false } });
    await announce(group, 'Sunrise swim');
    expect(await db.$count(outbox)).toBe(0);
  });
});
