import { describe, expect, it } from 'vitest';
import { eraseGuests } from '#features/events/attendance/mutations/erasure.ts';
import { outbox } from '#platform/mail/tables.ts';
import { Client } from '#tests/support/client.ts';
import type { Event } from '#tests/support/factories.ts';
import { startMailing } from '#tests/support/mailing.ts';

const { app, mailer, guests } = await startMailing();
const { db, make, clock } = app;
const visitor = app.visitor();
const question = {
  firstName: 'Ada',
  email: 'ada@example.org',
  subject: 'Getting in',
  text: 'Is there a way in without stairs?',
  showAddress: true,
};

const ask = ({ id }: Pick<Event, 'id'>, more: object = {}) =>
  visitor.send('POST /api/events/:id/questions', {
    params: { id },
    body: { ...question, ...more },
  });

/** Asks, and returns the token of the emailed link. */
async function tokenFor(event: Event, more: object = {}): Promise<string> {
  await ask(event, more);
  const [email] = await guests.emailsTo(question.email);
  return /\/question\?token=([\w.-]+)/.exec(email?.text ?? '')?.[1] ?? '';
}

const read = (token: string) => visitor.call('POST /api/questions/read', { body: { token } });
const send = (token: string) => visitor.call('POST /api/questions/send', { body: { token } });

describe('a question of somebody without an account', () => {
  it('reaches the organisers once the button of an email is pressed, and only once', async () => {
    const group = await make.group();
    const organiser = await make.organiser(group);
    const event = await make.event({ group });
    const asked = await ask(event);
    expect([asked.statusCode, asked.json()]).toEqual([
      202,
      {
        status: 'check_email',
        message:
          'Check your email: press the button in it to send your question to the organisers.',
      },
    ]);
    const [email] = await guests.emailsTo(question.email);
    expect(email?.subject).toBe(`Send your question: ${event.title}`);
    expect(email?.text).not.toContain(question.text);
    expect(email?.text).not.toContain('Hello Ada');
    const token = /\/question\?token=([\w.-]+)/.exec(email?.text ?? '')?.[1] ?? '';
    expect((await read(token)).body).toEqual({
      sent: false,
      subject: question.subject,
      text: question.text,
      event: { id: event.id, title: event.title },
    });
    expect(await guests.emailsTo(organiser.email)).toEqual([]);

    expect((await send(token)).body).toMatchObject({ sent: true, text: '' });
    expect((await send(token)).body).toMatchObject({ sent: true });
    const received = await guests.emailsTo(organiser.email);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ subject: question.subject, replyTo: question.email });
    expect(received[0]?.text).toContain(question.text);
  });

  it('reaches them beside another with the same subject', async () => {
    const group = await make.group();
    const organiser = await make.organiser(group);
    const event = await make.event({ group });
    const first = await tokenFor(event);
    const bea = { email: 'bea@example.org', text: 'Is there a ramp?' };
    await ask(event, bea);
    const [email] = await guests.emailsTo(bea.email);
    const second = /\/question\?token=([\w.-]+)/.exec(email?.text ?? '')?.[1] ?? '';
    for (const token of [first, second]) await send(token);
    const texts = (await guests.emailsTo(organiser.email)).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts.join()).toContain(question.text);
    expect(texts.join()).toContain(bea.text);
  });

  it('shows the organisers no address that its sender hides', async () => {
    const group = await make.group();
    const organiser = await make.organiser(group);
    await send(await tokenFor(await make.event({ group }), { showAddress: false }));
    const [received] = await guests.emailsTo(organiser.email);
    expect(received?.text).toContain('Ada gave no address for an answer.');
    expect(JSON.stringify(received)).not.toContain(question.email);
  });

  it('is offered to visitors of an event to come, and to nobody who is signed in', async () => {
    const event = await make.event();
    const params = { id: event.id };
    expect((await visitor.call('GET /api/events/:id', { params })).body.can.ask).toBe(true);
    const member = await app.as(await make.user());
    expect((await member.call('GET /api/events/:id', { params })).body.can.ask).toBe(false);
  });

  it('is refused where the site sends no emails, and not offered', async () => {
    const offline = new Client(await app.another({ smtpUrl: undefined }));
    const params = { id: (await make.event()).id };
    expect(
      await offline.refusal('POST /api/events/:id/questions', { params, body: question }),
    ).toMatchObject({ status: 409, code: 'conflict' });
    expect((await offline.call('GET /api/events/:id', { params })).body.can.ask).toBe(false);
  });

  it('is refused where organisers take no messages, and for an event that is over', async () => {
    const group = await make.group({ contactEnabled: false });
    expect((await ask(await make.event({ group }))).statusCode).toBe(403);
    const past = { startTime: clock.inHours(-3), endTime: clock.inHours(-1) };
    expect((await ask(await make.event(past))).statusCode).toBe(409);
    expect((await ask(await make.event({ status: 'cancelled' }))).statusCode).toBe(409);
    expect((await ask({ id: 2_000_000_000 })).statusCode).toBe(404);
  });

  it.each([
    [{ firstName: '' }, 'firstName'],
    [{ email: 'ada at home' }, 'email'],
    [{ subject: '' }, 'subject'],
    [{ text: ' ' }, 'text'],
    [{ firstName: 'Villagehall Admin' }, 'firstName'],
  ])('names the field that is wrong in %j', async (more, field) => {
    const answer = await ask(await make.event(), more);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field]);
  });

  it('ends after a day, when it is erased', async () => {
    const token = await tokenFor(await make.event());
    clock.advanceHours(24);
    for (const key of ['POST /api/questions/read', 'POST /api/questions/send'] as const)
      expect(await visitor.outcome(key, { body: { token } })).toBe('not_found');
    await eraseGuests(db, clock.read());
    expect(JSON.stringify(await db.select().from(outbox))).not.toContain(question.text);
  });

  it('is opened by no other link', async () => {
    const token = await tokenFor(await make.event());
    for (const other of ['', 'x', `${token}x`, token.slice(1)])
      expect(await visitor.outcome('POST /api/questions/read', { body: { token: other } })).toBe(
        'not_found',
      );
  });

  it('is not emailed to a suspended address', async () => {
    const banned = await make.user({ isActive: false, email: question.email });
    await ask(await make.event());
    await mailer.deliver();
    expect(await guests.emailsTo(banned.email)).toEqual([]);
  });
});
