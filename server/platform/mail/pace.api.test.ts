import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { headerOf, startMailServer } from '#tests/support/smtp.ts';
import { deleteAllEmails, enqueueEmails } from '#tests/support/queued-emails.ts';
import { transaction } from '#platform/db/database.ts';
import { enqueue } from './outbox.ts';
import { sendPace } from './tables.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const server = await startMailServer();
afterAll(() => server.close());
const group = await make.group();

const createMailerAt = (rate: string) =>
  createTestMailer(app, { SMTP_URL: server.url, MAIL_RATE: rate });
const advanceMinutes = (minutes: number) => clock.advanceHours(minutes / 60);

const enqueueFor = (people: number) => enqueueEmails(app, group, people);

beforeEach(async () => {
  await deleteAllEmails(app);
  await db.delete(sendPace);
  server.received.length = 0;
});
afterEach(() => clock.reset());

it('at three emails an hour one is sent every twenty minutes, by any process', async () => {
  const [one, other] = [await createMailerAt('3/hour'), await createMailerAt('3/hour')];
  const deliver = async () => (await one.deliver()) + (await other.deliver());
  await enqueueFor(5);
  expect(await deliver()).toBe(1);
  advanceMinutes(19);
  expect(await deliver()).toBe(0);
  advanceMinutes(1);
  expect(await deliver()).toBe(1);
  advanceMinutes(300);
  expect(await deliver()).toBe(1);
  expect(server.received).toHaveLength(3);
});

it('at a hundred a second several are leased at once, and each is sent in its slot', async () => {
  const mailer = await createMailerAt('100/second');
  await enqueueFor(40);
  const began = performance.now();
  expect(await mailer.deliver()).toBe(16);
  // Sixteen emails 10 ms apart can't take less time than this.
  expect(performance.now() - began).toBeGreaterThanOrEqual(149);
  expect(server.received).toHaveLength(16);
});

it('an urgent email is sent before all that wait', async () => {
  const mailer = await createMailerAt('100/second');
  await enqueueFor(40);
  await mailer.deliver();
  server.received.length = 0;
  await transaction(db, (tx) => enqueue(tx, 'password_reset', group.owner.id, {}, clock.read()));
  expect(await mailer.deliver()).toBe(1);
  expect(headerOf(server.received[0]!, 'subject')).toContain('Choose a new password');
});

it('a clock that was ahead delays nothing', async () => {
  const mailer = await createMailerAt('3/hour');
  await db.insert(sendPace).values({ id: 1, nextAt: clock.inHours(24 * 365) });
  await enqueueFor(1);
  expect(await mailer.deliver()).toBe(1);
});
