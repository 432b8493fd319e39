import { describe, expect, it } from 'vitest';
import type { MailTopic } from '#contract/base/mail.ts';
import { startTestApp } from '#tests/support/app.ts';

const app = await startTestApp();
const { make } = app;

describe('the choices', () => {
  it('have defaults, and may be changed in part', async () => {
    const client = await app.as(await make.user());
    const { body } = await client.call('GET /api/user/notifications');
    expect(body).toEqual({
      pushAvailable: true,
      topics: {
        confirmations: { email: true, push: false },
        reminders: { email: true, push: true },
        asking: { email: true, push: false },
        groupRequests: { email: true, push: false },
        fullEvents: { email: false, push: false },
        groupNews: { email: true, push: false },
        fundraising: { email: false, push: false },
        reviews: { email: true, push: false },
        messages: { email: true, push: false },
        urgent: { email: true, push: true },
      },
    });
    const changed = await client.call('PATCH /api/user/notifications', {
      body: { topics: { urgent: { push: false }, groupNews: { email: false, push: true } } },
    });
    expect(changed.body.topics).toEqual({
      ...body.topics,
      urgent: { email: true, push: false },
      groupNews: { email: false, push: true },
    });
  });

  it('are the same store as those of emails', async () => {
    const client = await app.as(await make.user());
    const topic: MailTopic = 'asking';
    await client.call('PATCH /api/user/mail-preferences', { body: { [topic]: false } });
    const { body } = await client.call('GET /api/user/notifications');
    expect(body.topics.asking).toEqual({ email: false, push: false });
    await client.call('PATCH /api/user/notifications', {
      body: { topics: { asking: { email: true } } },
    });
    expect((await client.call('GET /api/user/mail-preferences')).body.asking).toBe(true);
  });

  it.each([
    ['the email with urgent news', { urgent: { email: false } }],
    ['an unknown topic', { gossip: { email: true } }],
    ['an unknown channel', { reminders: { pigeon: true } }],
  ])('do not turn off or on %s', async (_, topics) => {
    const client = await app.as(await make.user());
    const refused = await client.refusal('PATCH /api/user/notifications', { body: { topics } });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.fields ?? {})[0]).toMatch(/^topics/);
  });
});
