import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { emailFixtures, strangersText } from '#tests/support/emails.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { transaction } from '#platform/db/database.ts';
import { remindAttendees } from '#features/events/events/jobs/reminders.ts';
import { enqueue, enqueueOnce } from './outbox.ts';
import { sentCounts, mails, outbox } from './tables.ts';
import { changePreferences } from '#features/base/mail/mutations.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const accountSid = `AC${'0123456789abcdef'.repeat(2)}`;
const received: { path: string; authorization: string; form: Record<string, string> }[] = [];
const answers: { status: number; body: unknown }[] = [];
const provider = await startProvider();
afterAll(() => provider.close());
const mailer = await createTestMailer(app, {
  TWILIO_ACCOUNT_SID: accountSid,
  TWILIO_AUTH_TOKEN: 'a-token',
  TWILIO_FROM: '+447700900999',
  TWILIO_API_BASE: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`,
});

/** Serves Twilio's REST interface on this machine. */
async function startProvider(): Promise<Server> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { status, body: answer } = answers.shift() ?? { status: 201, body: { sid: 'SM1' } };
      if (status === 201) {
        received.push({
          path: `${request.method} ${request.url}`,
          authorization: request.headers.authorization ?? '',
          form: Object.fromEntries(new URLSearchParams(body)),
        });
      }
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const withPhone = { phoneNumber: '07700 900123', smsNotifications: true };

/** Creates an attendee of an event tomorrow, who gets reminders by email and maybe by text. */
async function reminded(columns: Parameters<typeof make.user>[0]) {
  const event = await make.event({
    title: 'Sunrise swim',
    location: 'Lakeside landings',
    startTime: clock.inHours(24),
    createdAt: clock.inHours(-48),
  });
  const person = await make.user(columns);
  await make.rsvp(event, person, clock.inHours(-24));
  await remindAttendees(db, clock.read());
  return { event, person };
}

const channels = async () =>
  (await db.select({ channel: mails.channel }).from(mails).orderBy(mails.id)).map((m) => m.channel);

beforeEach(async () => {
  clock.reset();
  await db.delete(outbox);
  await db.delete(mails);
  await db.delete(sentCounts);
  received.length = 0;
});

describe('a text message', () => {
  it('reminds a member who wants texts, beside the email', async () => {
    const { event } = await reminded(withPhone);
    await mailer.deliver();
    expect(received).toEqual([
      {
        path: `POST /2010-04-01/Accounts/${accountSid}/Messages.json`,
        authorization: `Basic ${Buffer.from(`${accountSid}:a-token`).toString('base64')}`,
        form: {
          To: '+447700900123',
          From: '+447700900999',
          Body: `Tomorrow: Sunrise swim, Thu, Jun 11 • 1:00 PM, Lakeside landings. https://hall.example/events/${event.id}`,
        },
      },
    ]);
    expect(await channels()).toEqual(['mail', 'text']);
  });

  it('is sent even with emails of the topic turned off', async () => {
    const { person } = await reminded(withPhone);
    await changePreferences(db, person.id, { reminders: false });
    await mailer.deliver();
    expect(await channels()).toEqual(['text']);
  });

  it.each([
    ['who wants none', { ...withPhone, smsNotifications: false }],
    ['without a number', { phoneNumber: null, smsNotifications: true }],
    ['whose number takes none', { phoneNumber: '01768 772645', smsNotifications: true }],
  ])('is not sent to a member %s', async (_, columns) => {
    await reminded(columns);
    await mailer.deliver();
    expect(received).toEqual([]);
    expect(await channels()).toEqual(['mail']);
  });

  it('is not sent without a provider', async () => {
    const plain = await createTestMailer(app);
    await reminded(withPhone);
    await plain.deliver();
    expect(await channels()).toEqual(['mail']);
  });

  it('is retried when the provider is busy, and the email is sent once', async () => {
    await reminded(withPhone);
    answers.push({ status: 503, body: 'busy' });
    await mailer.deliver();
    expect(received).toEqual([]);
    clock.advanceHours(1);
    await mailer.deliver();
    expect(received).toHaveLength(1);
    expect(await channels()).toEqual(['mail', 'text']);
  });

  it('is given up when the provider refuses the number', async () => {
    await reminded(withPhone);
    answers.push({ status: 400, body: { code: 21211, message: 'The number is not valid' } });
    await mailer.deliver();
    const refused = (await db.select().from(mails)).find(({ channel }) => channel === 'text');
    expect(refused).toMatchObject({ state: 'dead', lastError: 'HTTP 400 21211' });
  });
});

/** Creates an attendee who wants texts, and an organiser who renames the event. */
async function going() {
  const group = await make.group();
  const event = await make.event({ group, title: 'First title' });
  await make.rsvp(event, await make.member(group, withPhone));
  const organiser = await app.as(group.owner);
  return (title: string) =>
    organiser.call('PATCH /api/events/:id', { params: { id: event.id }, body: { title } });
}

describe('texts about an event that changes repeatedly', () => {
  it('are combined when it changes quickly', async () => {
    const entitle = await going();
    for (let time = 1; time <= 12; time += 1) {
      await entitle(`Title ${time}`);
      await mailer.deliver();
    }
    clock.advanceHours(0.1);
    await mailer.deliver();
    expect(received).toHaveLength(1);
    expect(received[0]?.form.Body).toContain('Title 12 has changed');
  });

  it('are limited to three an hour', async () => {
    const entitle = await going();
    for (let time = 1; time <= 10; time += 1) {
      await entitle(`Title ${time}`);
      clock.advanceHours(0.1);
      await mailer.deliver();
    }
    expect(received).toHaveLength(3);
  });

  it('are limited even with emails of the topic turned off', async () => {
    const { event, person } = await reminded(withPhone);
    await changePreferences(db, person.id, { reminders: false });
    const startTime = event.startTime.toISOString();
    for (let time = 1; time <= 12; time += 1) {
      await transaction(db, (tx) => {
        const named = { to: person.id, uniqueKey: `again:${time}` };
        return enqueueOnce(
          tx,
          'event_reminder',
          named,
          { eventId: event.id, startTime },
          clock.read(),
        );
      });
      await mailer.deliver();
      clock.advanceHours(0.06);
    }
    expect(received).toHaveLength(3);
  });

  it('are not sent to a member with an unconfirmed address', async () => {
    await reminded({ ...withPhone, emailVerifiedAt: null });
    await mailer.deliver();
    expect(received).toEqual([]);
  });
});

describe("an offer's text", () => {
  it('has the end of the offer, and links to the event: a text contains no key', async () => {
    const event = await make.event({
      title: 'Sunrise swim',
      startTime: clock.inHours(48),
      capacity: 1,
    });
    const person = await make.user(withPhone);
    await make.waiting(event, person, { offerExpiresAt: clock.inHours(22) });
    await transaction(db, (tx) =>
      enqueue(tx, 'place_offered', person.id, { eventId: event.id }, clock.read()),
    );
    await mailer.deliver();
    expect(received.map(({ form }) => form.Body)).toEqual([
      `A place is yours until Thu, 11:00 AM: Sunrise swim, Fri, Jun 12 • 1:00 PM. Take it or pass it on: https://hall.example/events/${event.id}`,
    ]);
    expect(await channels()).toEqual(['mail', 'text']);
  });

  it.each(['waitlist_joined', 'let_in', 'last_places'] as const)(
    'is sent for an offer only, and not for %s',
    async (kind) => {
      const person = await make.user(withPhone);
      const { payload } = await emailFixtures[kind]({ ...app, words: strangersText }, person);
      await transaction(db, (tx) => enqueue(tx, kind, person.id, payload, clock.read()));
      await mailer.deliver();
      expect(await channels()).toEqual(['mail']);
      expect(received).toEqual([]);
    },
  );
});
