import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { cleanText } from '#contract/platform/clean-text.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import type { User } from '#tests/support/factories.ts';
import { pushDepsOf, startPushing, type Phone } from '#tests/support/pushing.ts';
import { transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { leasePushes } from './queue.ts';
import type { PushClient } from './send.ts';
import { pushDevices, pushes } from './tables.ts';
import { sendDuePushes, startPushWorker } from './worker.ts';

const { app, service, deps, deliver, phoneOf, sentTo } = await startPushing();
const { db, make, clock, engine } = app;

beforeEach(async () => {
  clock.reset();
  service.clear();
  await db.delete(pushes);
  await db.delete(pushDevices);
});

/** Cancels an event that these people go to, and whose news is due. */
async function cancelEvent(...people: User[]) {
  const group = await make.group();
  const event = await make.event({ group, startTime: clock.inHours(48) });
  for (const person of people) {
    await make.membership(group, person);
    await make.rsvp(event, person);
  }
  const organiser = await app.as(group.owner);
  await organiser.call('DELETE /api/events/:id', { params: { id: event.id } });
  return event;
}

async function somebody(): Promise<{ person: User; phone: Phone }> {
  const person = await make.user();
  return { person, phone: await phoneOf(person) };
}

/** Sends, and never hears of it. */
const dyingAfter =
  (send: PushClient['send']): PushClient['send'] =>
  async (...sent) => {
    await send(...sent);
    return new Promise(() => {});
  };

const press = ({ client, id }: Phone) =>
  client.call('POST /api/user/push-devices/:id/test', { params: { id } });

describe('a notification', () => {
  it('arrives encrypted and signed, with its time to live and what it replaces', async () => {
    const { person, phone } = await somebody();
    const event = await cancelEvent(person);
    expect(await deliver()).toBe(1);
    expect(service.received).toMatchObject([
      {
        browser: phone.browser,
        payload: {
          title: `Cancelled: ${event.title}`,
          path: `/events/${event.id}`,
          tag: `event:${event.id}`,
        },
        headers: { urgency: 'high', topic: expect.stringMatching(/^[\w-]{22}$/) },
        claims: { aud: `http://${service.host}`, sub: 'mailto:hello@hall.example' },
      },
    ]);
    const ends = (event.endTime.getTime() - clock.read().getTime()) / 1_000;
    expect(Number(service.received[0]?.headers.ttl)).toBe(ends);
    const { body } = await phone.client.call('GET /api/user/push-devices');
    expect(body[0]?.lastSentAt).toBe(clock.read().toISOString());
  });

  it('goes to each device of its member, and to no other', async () => {
    const { person, phone } = await somebody();
    const [second, stranger] = [await phoneOf(person), await somebody()];
    await cancelEvent(person);
    await deliver();
    expect([phone, second, stranger.phone].map((each) => sentTo(each).length)).toEqual([1, 1, 0]);
  });

  it('is not sent to a device whose session has ended, nor to the next account there', async () => {
    const { person, phone } = await somebody();
    const { browser, ...subscription } = service.subscribe();
    await phone.client.call('POST /api/user/push-devices', { body: subscription });
    await cancelEvent(person);
    await phone.client.call('GET /api/logout');
    const other = await app.as(await make.user());
    await other.call('POST /api/user/push-devices', { body: subscription });
    expect(await deliver()).toBe(0);
    expect(service.attempts).not.toContain(browser);
  });

  it('stays behind when its device moves to another account', async () => {
    const person = await make.user();
    const client = await app.as(person);
    const { browser, ...body } = service.subscribe();
    await client.call('POST /api/user/push-devices', { body });
    await cancelEvent(person);
    await (await app.as(await make.user())).call('POST /api/user/push-devices', { body });
    await deliver();
    expect(service.attempts).not.toContain(browser);
  });

  it('has at most 3,000 bytes, whatever a title has', async () => {
    const { person } = await somebody();
    const group = await make.group();
    const event = await make.event({ group, title: '👩‍👩‍👧‍👦'.repeat(9), startTime: clock.inHours(48) });
    await make.rsvp(event, person);
    const organiser = await app.as(group.owner);
    await organiser.call('DELETE /api/events/:id', { params: { id: event.id } });
    await deliver();
    expect(service.received[0]?.bytes).toBeLessThanOrEqual(3_000);
  });
});

describe('a push', () => {
  const answered = async (answer: Parameters<typeof service.answers.set>[1][number]) => {
    const { phone } = await somebody();
    service.answers.set(phone.browser, [answer]);
    await press(phone);
    await deliver();
    return phone;
  };
  const devicesOf = async ({ client }: Phone) =>
    (await client.call('GET /api/user/push-devices')).body.length;

  it.each([404, 410])('deletes its device at once when the service answers %i', async (status) => {
    const phone = await answered(status);
    expect(await devicesOf(phone)).toBe(0);
    clock.advanceHours(1);
    await deliver();
    expect(service.attempts).toHaveLength(1);
  });

  it.each([400, 413])(
    'is not sent again when the service answers %i, and the device stays',
    async (status) => {
      const lines: string[] = [];
      const log = pino({}, { write: (line) => void lines.push(line) });
      const { phone } = await somebody();
      service.answers.set(phone.browser, [status]);
      await press(phone);
      const logging = await pushDepsOf(app, service, { log });
      await sendDuePushes(logging);
      clock.advanceHours(1);
      await sendDuePushes(logging);
      expect(service.attempts).toHaveLength(1);
      expect(lines.map((line) => JSON.parse(line) as { msg: string })).toMatchObject([
        { msg: `push refused (${status})` },
      ]);
      expect(await devicesOf(phone)).toBe(1);
    },
  );

  it.each([2, 120])(
    'is sent again %i seconds later when the service answers so by 429',
    async (seconds) => {
      const phone = await answered({ status: 429, retryAfter: String(seconds) });
      clock.advanceHours((seconds - 1) / 3_600);
      await deliver();
      expect(service.attempts).toHaveLength(1);
      clock.advanceHours(1 / 3_600);
      await deliver();
      expect(sentTo(phone)).toHaveLength(1);
    },
  );

  it('is sent again at the date when the service answers so by 503', async () => {
    const phone = await answered({ status: 503, retryAfter: clock.inHours(1).toUTCString() });
    clock.advanceHours(0.99);
    await deliver();
    expect(service.attempts).toHaveLength(1);
    clock.advanceHours(0.01);
    await deliver();
    expect(sentTo(phone)).toHaveLength(1);
  });

  it('is not sent again when that would be later than the news is worth', async () => {
    const { person, phone } = await somebody();
    service.answers.set(phone.browser, [{ status: 429, retryAfter: '360000' }]);
    await cancelEvent(person);
    await deliver();
    clock.advanceHours(101);
    await deliver();
    expect(service.attempts).toHaveLength(1);
    expect(await db.$count(pushes)).toBe(0);
  });

  it('that gets no answer delays no other device, and is sent again', async () => {
    const [slow, quick] = [await somebody(), await somebody()];
    service.answers.set(slow.phone.browser, ['hang']);
    await press(slow.phone);
    await press(quick.phone);
    const impatient = await pushDepsOf(app, service, { timeoutMs: 300 });
    await sendDuePushes(impatient);
    expect(sentTo(quick.phone)).toHaveLength(1);
    clock.advanceHours(0.1);
    await deliver();
    expect(sentTo(slow.phone)).toHaveLength(1);
  });

  it('that gets no answer delays no email', async () => {
    const { person, phone } = await somebody();
    service.answers.set(phone.browser, ['hang']);
    await cancelEvent(person);
    const working = sendDuePushes(await pushDepsOf(app, service, { timeoutMs: 1_500 }));
    const mailer = await createCapturingMailer(app, undefined, { RATE_LIMITS: 'off' });
    const before = Date.now();
    await mailer.deliver();
    expect(mailer.sent.map(({ to }) => to)).toContain(person.email);
    expect(Date.now() - before).toBeLessThan(1_000);
    await working;
  });

  it('that gets no answer eight times stops for a while', async () => {
    const { person, phone } = await somebody();
    service.answers.set(
      phone.browser,
      Array.from({ length: 40 }, () => 'hang' as const),
    );
    const group = await make.group();
    await make.membership(group, person);
    const [now, payload] = [clock.read(), { groupId: group.id }];
    const waiting = Array.from({ length: 40 }, (_, number) => ({
      deviceId: phone.id,
      kind: 'request_approved',
      throttleKey: `group:${number}`,
      payload,
      dueAt: now,
      sendOrder: now,
      createdAt: now,
    }));
    await db.insert(pushes).values(waiting);
    const impatient = await pushDepsOf(app, service, { timeoutMs: 50 });
    await sendDuePushes(impatient);
    expect(service.attempts.length).toBeLessThanOrEqual(16);
  });
});

describe('the worker', () => {
  it('sends at once what is committed in its process, and stops', async () => {
    const worker = startPushWorker(deps);
    const { phone } = await somebody();
    await press(phone);
    await expect.poll(() => sentTo(phone)).toHaveLength(1);
    await worker.stop(1_000);
    await press(phone);
    expect(sentTo(phone)).toHaveLength(1);
  });

  it('sends what a killed process had leased once the lease ends', async () => {
    const { person, phone } = await somebody();
    await cancelEvent(person);
    const leased = await leasePushes(db, { limit: 10, ignoresDebounce: true }, clock.read());
    expect(leased).toHaveLength(1);
    expect(await deliver()).toBe(0);
    clock.advanceHours(3 / 60);
    await deliver();
    await deliver();
    expect(sentTo(phone)).toHaveLength(1);
  });

  it('that dies after sending is replaced, and the phone shows the news once', async () => {
    const { person, phone } = await somebody();
    await cancelEvent(person);
    const dies = { ...deps, client: { send: dyingAfter(deps.client.send) } };
    void sendDuePushes(dies);
    await expect.poll(() => sentTo(phone)).toHaveLength(1);
    clock.advanceHours(3 / 60);
    await deliver();
    const [first, second] = service.received;
    expect(second).toMatchObject({
      payload: first?.payload,
      headers: { topic: first?.headers.topic },
    });
    await deliver();
    expect(sentTo(phone)).toHaveLength(2);
  });

  it.skipIf(engine === 'embedded')('of two processes sends each once', async () => {
    const people = await Promise.all(Array.from({ length: 40 }, somebody));
    await cancelEvent(...people.map(({ person }) => person));
    const other = await pushDepsOf(app, service);
    const counts = await Promise.all([deliver(), sendDuePushes(other)]);
    expect(counts[0] + counts[1]).toBe(40);
    expect(people.map(({ phone }) => sentTo(phone).length)).toEqual(people.map(() => 1));
  });

  it('sends one person’s news in between that of a crowd', async () => {
    const crowd = await Promise.all(Array.from({ length: 60 }, somebody));
    await cancelEvent(...crowd.map(({ person }) => person));
    const { phone } = await somebody();
    await press(phone);
    await deliver();
    expect(service.attempts.indexOf(phone.browser)).toBeLessThan(32);
  });
});

describe('with limits', () => {
  it('news of one kind and subject goes out three times an hour', async () => {
    const { person, phone } = await somebody();
    const limited = await pushDepsOf(app, service, { limits: 'on' });
    const group = await make.group({ name: cleanText('Fell Walkers') });
    await make.membership(group, person);
    for (let times = 0; times < 5; times += 1) {
      await transaction(db, (tx) =>
        enqueue(tx, 'request_approved', person.id, { groupId: group.id }, clock.read()),
      );
      await sendDuePushes(limited);
    }
    expect(sentTo(phone)).toHaveLength(3);
    clock.advanceHours(1);
    await sendDuePushes(limited);
    expect(sentTo(phone)).toHaveLength(4);
  });
});
