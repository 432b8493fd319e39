import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { startTestApp } from '#tests/support/app.ts';
import type { User } from '#tests/support/factories.ts';
import { withOtherCharacter } from '#tests/support/links.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { headerOf, startMailServer } from '#tests/support/smtp.ts';
import { users } from '#features/base/accounts/tables.ts';
import { mailTopics } from '#contract/base/mail.ts';
import { emailDefinitions } from '#platform/mail/email.ts';
import { mails, outbox } from '#platform/mail/tables.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const server = await startMailServer();
afterAll(() => server.close());
const mailer = await createTestMailer(app, { SMTP_URL: server.url });

beforeEach(async () => {
  await db.delete(outbox);
  await db.delete(mails);
  server.received.length = 0;
});

/** Creates an organiser who receives an email about a request to join. */
async function organiserWithRequest(organiser?: User) {
  const owner = organiser ?? (await make.user());
  const group = await make.group({ owner, joinPolicy: 'approval' });
  const asking = await app.as(await make.user({ firstName: 'Grace' }));
  await asking.call('POST /api/groups/:id/members', { params: { id: group.id } });
  clock.advanceHours(0.1);
  await mailer.deliver();
  return owner;
}

/** Returns the unsubscribe address in the last email. */
function unsubscribeUrl(): URL {
  const header = headerOf(server.received.at(-1)!, 'list-unsubscribe');
  return new URL(/^<(.+)>$/.exec(header ?? '')?.[1] ?? '');
}

const tokenIn = (url: URL) => url.searchParams.get('token') ?? '';

const pressUnsubscribe = (url: URL, body = 'List-Unsubscribe=One-Click') =>
  app.fastify.inject({
    method: 'POST',
    url: url.pathname + url.search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: body,
  });

describe('a member’s email preferences', () => {
  it('have no topic without emails: one has it in its entry in an emails.ts', () => {
    const topics = new Set(Object.values(emailDefinitions.read()).map(({ topic }) => topic));
    expect(mailTopics.filter((topic) => !topics.has(topic))).toEqual([]);
  });

  it('change only the topics that are sent', async () => {
    const client = await app.as(await make.user());
    await client.call('PATCH /api/user/mail-preferences', { body: { groupNews: false } });
    const { body } = await client.call('PATCH /api/user/mail-preferences', {
      body: { reminders: false },
    });
    expect(body).toEqual({
      confirmations: true,
      reminders: false,
      asking: true,
      groupRequests: true,
      fullEvents: false,
      groupNews: false,
      fundraising: false,
      reviews: true,
    });
  });

  it('apply to queued emails', async () => {
    const owner = await make.user();
    const client = await app.as(owner);
    await client.call('PATCH /api/user/mail-preferences', { body: { groupRequests: false } });
    await organiserWithRequest(owner);
    expect(server.received).toEqual([]);
  });

  it('refuse invalid fields by name', async () => {
    const client = await app.as(await make.user());
    const refused = await client.refusal('PATCH /api/user/mail-preferences', {
      body: { reminders: 'never' },
    });
    expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([400, ['reminders']]);
  });
});

describe('the link at the end of an email (RFC 8058)', () => {
  it('is in the headers for mail programs', async () => {
    await organiserWithRequest();
    expect(headerOf(server.received[0]!, 'list-unsubscribe')).toMatch(
      /^<https:\/\/hall\.example\/unsubscribe\?token=[\w.-]+>$/,
    );
    expect(headerOf(server.received[0]!, 'list-unsubscribe-post')).toBe(
      'List-Unsubscribe=One-Click',
    );
  });

  it('unsubscribes by one POST, without a session or an Origin', async () => {
    const owner = await organiserWithRequest();
    expect((await pressUnsubscribe(unsubscribeUrl())).statusCode).toBe(200);
    server.received.length = 0;
    await organiserWithRequest(owner);
    expect(server.received).toEqual([]);
  });

  it('accepts the form in parts, as some mail programs send it', async () => {
    await organiserWithRequest();
    const url = unsubscribeUrl();
    const response = await app.fastify.inject({
      method: 'POST',
      url: url.pathname + url.search,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload:
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    });
    expect(response.statusCode).toBe(200);
  });

  it('changes nothing when somebody only opens it', async () => {
    const owner = await organiserWithRequest();
    const token = tokenIn(unsubscribeUrl());
    const { body } = await app.visitor().call('GET /api/unsubscribe', { query: { token } });
    expect(body).toEqual({ topic: 'groupRequests', on: true });
    await organiserWithRequest(owner);
    expect(server.received).toHaveLength(2);
  });

  it('works from its page, and can be undone there', async () => {
    await organiserWithRequest();
    const token = tokenIn(unsubscribeUrl());
    const visitor = app.visitor();
    const off = await visitor.call('POST /api/unsubscribe', { body: { token } });
    expect(off.body).toEqual({ topic: 'groupRequests', on: false });
    const on = await visitor.call('POST /api/unsubscribe', { body: { token, on: true } });
    expect(on.body).toEqual({ topic: 'groupRequests', on: true });
  });

  it.each([
    ['changed', withOtherCharacter],
    ['empty', () => ''],
  ])('is refused when it is %s', async (_, spoil) => {
    await organiserWithRequest();
    const token = spoil(tokenIn(unsubscribeUrl()));
    const refused = await app.visitor().refusal('POST /api/unsubscribe', { body: { token } });
    expect(refused.fields).toHaveProperty('token');
    const pressed = await pressUnsubscribe(new URL(`http://hall/unsubscribe?token=${token}`));
    expect(pressed.statusCode).toBe(400);
  });

  it('requires the form that mail programs send', async () => {
    await organiserWithRequest();
    expect((await pressUnsubscribe(unsubscribeUrl(), 'x=y')).statusCode).toBe(400);
  });

  it('does no harm once the member has left', async () => {
    const owner = await organiserWithRequest();
    const url = unsubscribeUrl();
    await db.delete(users).where(eq(users.id, owner.id));
    expect((await pressUnsubscribe(url)).statusCode).toBe(200);
  });

  it("is missing in emails that can't be turned off", async () => {
    const group = await make.group({ status: 'pending_approval' });
    const admin = await app.as(await make.admin());
    await admin.call('PATCH /api/admin/groups/:id/status', {
      params: { id: group.id },
      body: { status: 'approved' },
    });
    await mailer.deliver();
    expect(server.received).toHaveLength(1);
    expect(headerOf(server.received[0]!, 'list-unsubscribe')).toBeUndefined();
  });
});
