import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import PostalMime from 'postal-mime';
import { eq } from 'drizzle-orm';
import { startTestApp } from '#tests/support/app.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { headerOf, refusal, startMailServer } from '#tests/support/smtp.ts';
import { users } from '#features/base/accounts/tables.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { transaction } from '#platform/db/database.ts';
import { groups } from '#features/community/groups/tables.ts';
import { releaseKept } from './kept.ts';
import { enqueue, type To } from './outbox.ts';
import { maxAttempts } from './attempts.ts';
import { mails, outbox } from './tables.ts';
import { mailTokens } from '#features/base/sign-in/tables.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const server = await startMailServer();
afterAll(() => server.close());
const mailer = await createTestMailer(app, {
  SMTP_URL: server.url,
  MAIL_FROM: 'Hall <post@hall.example>',
});

const admin = await app.as(await make.admin());

/** An email that any address may receive. */
async function enqueueTo(to: To, group: { id: number }): Promise<void> {
  const payload = { groupId: group.id, status: 'approved' as const, reason: null };
  await transaction(db, (tx) => enqueue(tx, 'group_reviewed', to, payload, clock.read()));
}

const onlyMail = async () => {
  const { body } = await admin.call('GET /api/admin/mail', { query: { limit: 1 } });
  return body[0];
};

beforeEach(async () => {
  await db.delete(outbox);
  await db.delete(mails);
  server.received.length = 0;
});
afterEach(() => clock.reset());

describe('an email', () => {
  it('names its sender alone where the site has no name for its emails', async () => {
    const settings = { SMTP_URL: server.url, MAIL_FROM: 'post@hall.example' };
    const nameless = await createTestMailer(app, settings);
    const group = await make.group();
    const sender = await make.user({ firstName: 'Gus' });
    await (
      await app.as(sender)
    ).call('POST /api/groups/:id/contact', {
      params: { id: group.id },
      body: { subject: '=?utf-8?b?ZXZpbA==?=', text: 'Is there parking?' },
    });
    await nameless.deliver();
    const { subject, from } = await PostalMime.parse(server.received[0]?.raw ?? '');
    expect(from).toMatchObject({ name: 'Gus', address: 'post@hall.example' });
    expect(subject).toContain('=?utf-8?b?ZXZpbA==?=');
  });

  it('reaches its recipient, and shows so to admins', async () => {
    const person = await make.user();
    const group = await make.group({ name: 'Keswick Fell Walkers' });
    await enqueueTo(person.id, group);
    await mailer.deliver();
    const [received] = server.received;
    expect(received).toMatchObject({ from: 'post@hall.example', to: [person.email] });
    expect(headerOf(received!, 'subject')).toBe('Keswick Fell Walkers has been approved');
    expect(headerOf(received!, 'from')).toBe('Hall <post@hall.example>');
    expect(headerOf(received!, 'reply-to')).toBe('hello@villagehall.example');
    expect(headerOf(received!, 'auto-submitted')).toBe('auto-generated');
    expect(received?.raw).toContain('Content-Type: text/plain; charset=utf-8');
    expect(received?.raw).toContain('Content-Type: text/html; charset=utf-8');
    expect(await onlyMail()).toMatchObject({
      recipient: person.email,
      subject: 'Keswick Fell Walkers has been approved',
      state: 'sent',
      attempts: 1,
      sentAt: clock.read().toISOString(),
    });
  });

  it('reaches an address without an account', async () => {
    await enqueueTo({ email: 'giver@example.org' }, await make.group());
    await mailer.deliver();
    expect(server.received[0]?.to).toEqual(['giver@example.org']);
    expect(server.received[0]?.raw).toContain('Hello,');
  });

  it('is not sent a second time', async () => {
    const group = await make.group();
    await enqueueTo(group.owner.id, group);
    await mailer.deliver();
    clock.advanceHours(24);
    await mailer.deliver();
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ['has left', (id: string) => db.delete(users).where(eq(users.id, id))],
    [
      'is suspended',
      (id: string) => db.update(users).set({ isActive: false }).where(eq(users.id, id)),
    ],
  ])('is not sent to a recipient who %s since', async (_, change) => {
    const person = await make.user();
    await enqueueTo(person.id, await make.group());
    await change(person.id);
    await mailer.deliver();
    expect(server.received).toEqual([]);
    expect(await onlyMail()).toBeUndefined();
  });

  it('is not sent when it no longer applies', async () => {
    const group = await make.group();
    await enqueueTo(group.owner.id, group);
    await db.update(groups).set({ status: 'rejected' }).where(eq(groups.id, group.id));
    await mailer.deliver();
    expect(server.received).toEqual([]);
  });

  it('takes no header from typed text', async () => {
    const name = 'Walkers\r\nBcc: victim@example.org\r\n\r\nBuy now';
    const group = await make.group({ name });
    await enqueueTo(group.owner.id, group);
    await mailer.deliver();
    const [received] = server.received;
    expect(received?.to).toHaveLength(1);
    expect(headerOf(received!, 'bcc')).toBeUndefined();
    expect(headerOf(received!, 'subject')).toBe(
      'Walkers Bcc: victim@example.org Buy now has been approved',
    );
  });
});

describe('an email that the server refuses', () => {
  it('is retried later and not earlier, under the same Message-ID', async () => {
    const group = await make.group();
    await enqueueTo(group.owner.id, group);
    server.answers.message.push(refusal(451, 'try again later'));
    await mailer.deliver();
    expect(server.received).toEqual([]);
    const waiting = await onlyMail();
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, lastError: 'EMESSAGE 451' });
    const { body } = await admin.call('GET /api/admin/mail/:id', { params: { id: waiting!.id } });
    expect(await mailer.deliver()).toBe(0);
    clock.advanceHours(1);
    await mailer.deliver();
    expect(headerOf(server.received[0]!, 'message-id')).toBe(body.messageId);
    expect(await onlyMail()).toMatchObject({ state: 'sent', attempts: 2, lastError: null });
  });

  it('fails for good after a number of tries', async () => {
    const group = await make.group();
    await enqueueTo(group.owner.id, group);
    server.answers.message.push(
      ...Array.from({ length: maxAttempts }, () => refusal(451, 'try again later')),
    );
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      expect((await onlyMail())?.state).not.toBe('dead');
      await mailer.deliver();
      clock.advanceHours(8);
    }
    expect(await onlyMail()).toMatchObject({ state: 'dead', attempts: maxAttempts });
    expect(await mailer.deliver()).toBe(0);
  });

  it('fails for good at once when the recipient is refused permanently', async () => {
    const person = await make.user();
    await enqueueTo(person.id, await make.group());
    server.answers.recipient.push(refusal(550, `5.1.1 <${person.email}> is unknown here`));
    await mailer.deliver();
    expect(await onlyMail()).toMatchObject({
      state: 'dead',
      attempts: 1,
      lastError: 'EENVELOPE 550 5.1.1',
    });
  });

  it("is sent again at an admin's request, which is recorded", async () => {
    const group = await make.group();
    await enqueueTo(group.owner.id, group);
    server.answers.recipient.push(refusal(550, 'unknown here'));
    await mailer.deliver();
    const dead = await onlyMail();
    const { body } = await admin.call('POST /api/admin/mail/:id/resend', {
      params: { id: dead!.id },
    });
    expect(body).toMatchObject({ id: dead!.id, state: 'waiting' });
    const entries = await db.select().from(auditLog).where(eq(auditLog.action, 'mail.resend'));
    expect(entries).toMatchObject([{ targetType: 'mail', targetId: String(dead!.id) }]);
    await mailer.deliver();
    expect(server.received).toHaveLength(1);
    expect(await onlyMail()).toMatchObject({ state: 'sent' });
  });
});

it("once sent can't be sent again", async () => {
  const group = await make.group();
  await enqueueTo(group.owner.id, group);
  await mailer.deliver();
  const sent = await onlyMail();
  const refused = await admin.refusal('POST /api/admin/mail/:id/resend', {
    params: { id: sent!.id },
  });
  expect(refused).toMatchObject({
    code: 'conflict',
    message: 'Only an email that could not be sent can be sent again',
  });
});

describe('an email with a key to an account', () => {
  const bodies = () =>
    db.select({ state: mails.state, text: mails.text, html: mails.html }).from(mails);

  it('is unreadable for admins, before and after it is sent', async () => {
    const { email } = await make.user();
    await app.visitor().call('POST /api/forgot-password', { body: { email } });
    server.answers.message.push(refusal(451, 'try again later'));
    await mailer.deliver();
    const [waiting] = await bodies();
    expect(waiting?.state).toBe('waiting');
    clock.advanceHours(1);
    await mailer.deliver();
    expect(server.received[0]?.raw).toContain('/reset-password?token=');
    const [sent] = await bodies();
    expect(sent?.state).toBe('sent');
    for (const { text, html } of [waiting!, sent!]) {
      expect(text).toContain('The email has a link here that only its reader gets.');
      expect(`${text}${html}`).not.toContain('token=');
    }
  });

  it('is not even rendered on a site without mail', async () => {
    const keeper = await createTestMailer(app);
    const { id, email } = await make.user();
    await app.visitor().call('POST /api/forgot-password', { body: { email } });
    await keeper.deliver();
    const [mail] = await bodies();
    expect(mail?.state).toBe('kept');
    expect(mail?.text).toContain('npm run admin -- --link');
    expect(await db.$count(mailTokens, eq(mailTokens.userId, id))).toBe(0);
  });
});

describe('without a mail server', () => {
  it('emails are stored for admins', async () => {
    const keeper = await createTestMailer(app);
    const person = await make.user({ firstName: 'Ada' });
    const group = await make.group({ name: 'Ludlow <b>Bakers</b>' });
    await enqueueTo(person.id, group);
    await keeper.deliver();
    expect(server.received).toEqual([]);
    const mail = await onlyMail();
    expect(mail).toMatchObject({ state: 'kept', recipient: person.email, sentAt: null });
    const { body } = await admin.call('GET /api/admin/mail/:id', { params: { id: mail!.id } });
    expect(body.text).toContain('Hello Ada,');
    expect(body.html).toContain('Ludlow &lt;b&gt;Bakers&lt;/b&gt;');
    expect(body.html).not.toContain('<b>Bakers');
  });

  it('emails go once there is one, as things stand by then', async () => {
    const keeper = await createTestMailer(app);
    const person = await make.user();
    const event = await make.event({ title: 'Pub quiz' });
    const client = await app.as(await make.member({ id: event.groupId }));
    const params = { id: event.id };
    await make.rsvp(event, person);
    await client.call('POST /api/events/:id/rsvps', { params, body: {} });
    await transaction(db, (tx) =>
      enqueue(tx, 'rsvp_confirmed', person.id, { eventIds: [event.id] }, clock.read()),
    );
    await keeper.deliver();
    await mailer.deliver();
    expect(server.received).toEqual([]);
    await client.call('DELETE /api/events/:id/rsvps', { params });
    expect(await releaseKept(db, clock.read())).toBe(2);
    expect(await releaseKept(db, clock.read())).toBe(0);
    await mailer.deliver();
    const sent = server.received.map((each) => [each.to[0], headerOf(each, 'subject')]);
    expect(sent).toEqual([[person.email, 'You’re going: Pub quiz']]);
    expect(await onlyMail()).toMatchObject({ recipient: person.email, state: 'sent' });
  });

  it('an email stands in a frame by itself, in its own styles, and runs nothing', async () => {
    const keeper = await createTestMailer(app);
    await enqueueTo((await make.user()).id, await make.group());
    await keeper.deliver();
    const mail = await onlyMail();
    const { body, headers } = await admin.call('GET /api/admin/mail/:id/body.html', {
      params: { id: mail!.id },
    });
    expect(body).toContain('</html>');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'.* frame-ancestors 'self'; sandbox; style-src 'unsafe-inline'$/,
      ),
    });
  });
});
