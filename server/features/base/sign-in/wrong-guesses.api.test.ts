import { and, eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cleanText } from '#contract/platform/clean-text.ts';
import { startTestApp } from '#tests/support/app.ts';
import { addressInNewNetwork, Client } from '#tests/support/client.ts';
import { password } from '#tests/support/factories.ts';
import { advanceRateClock } from '#tests/support/rate-clock.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { plantTwoStep } from '#tests/support/two-step.ts';
import { outbox } from '#platform/mail/tables.ts';

const app = await startTestApp({ demo: false, rateLimits: true });
const { make, clock } = app;
const { deliver, emailsTo } = await createCapturingMailer(app);

/** Opens a browser in a new network. */
const elsewhere = (fastify = app.fastify) => new Client(fastify).from(addressInNewNetwork());

const login = (client: Client, email: string, typed: string) =>
  client.outcome('POST /api/login', { body: { email, password: typed } });

async function guess(email: string, times: number, client = elsewhere) {
  for (let turn = 0; turn < times; turn += 1) await login(client(), email, `${password}x`);
}

/** Makes ten more guesses this many hours later, at a process with empty memory. */
async function guessLater(email: string, hours: number) {
  clock.advanceHours(hours);
  await advanceRateClock(app, hours * 60);
  const later = await app.another();
  await guess(email, 10, () => elsewhere(later));
}

/** The number of emails queued for an address. */
const countQueued = (email: string) =>
  app.db.$count(
    outbox,
    and(eq(outbox.recipientEmail, cleanText(email)), eq(outbox.kind, 'wrong_guesses')),
  );

describe('ten wrong passwords within an hour', () => {
  it('notify the owner: what, when, from which network and what to do', async () => {
    const { email } = await make.user({ firstName: 'Ada' });
    await guess(email, 9);
    expect(await emailsTo({ email })).toEqual([]);
    await guess(email, 1, () => new Client(app.fastify).from('203.0.113.77'));
    const [mail, ...others] = await emailsTo({ email });
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Wrong passwords entered for your Villagehall account');
    for (const fact of [
      'Hello Ada,',
      'a password',
      'Jun 10, 2026 at 1:00 PM, London time',
      '203.0.113.0/24',
      'https://hall.example/forgot-password',
      'https://hall.example/settings#two-step',
      'https://hall.example/settings#sessions',
    ]) {
      expect(mail?.text).toContain(fact);
    }
    expect(mail?.text).not.toContain('203.0.113.77');
    expect(mail?.text).not.toContain('token=');
  });

  it('notify once a day', async () => {
    onTestFinished(() => clock.reset());
    const { email } = await make.user();
    await guess(email, 10);
    await guessLater(email, 2);
    expect(await countQueued(email)).toBe(1);
    await guessLater(email, 24);
    expect(await countQueued(email)).toBe(2);
  });

  it('do not count when spread over more time, or when some were correct', async () => {
    const { email } = await make.user();
    await guess(email, 9);
    await advanceRateClock(app, 61);
    await guess(email, 9);
    await advanceRateClock(app, 1);
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await login(elsewhere(), email, password)).toBe(200);
    }
    expect(await countQueued(email)).toBe(0);
  });

  it('for an unknown address cause nothing, by the same path', async () => {
    const email = 'nobody-at-all@example.com';
    await guess(email, 10);
    expect(await countQueued(email)).toBe(1);
    expect(await emailsTo({ email })).toEqual([]);
  });

  it('do not notify a suspended member', async () => {
    const { email } = await make.banned();
    await guess(email, 10);
    expect(await emailsTo({ email })).toEqual([]);
  });

  it('notify nobody on a demonstration, where everybody shares a few accounts', async () => {
    const { email } = await make.user();
    const demonstration = await app.another({ demo: true });
    await guess(email, 10, () => elsewhere(demonstration));
    expect(await countQueued(email)).toBe(0);
  });
});

it('wrong passwords in an open session count together with those at the sign-in', async () => {
  const person = await make.user();
  await guess(person.email, 5);
  const thief = elsewhere().withSession(await make.session(person));
  const body = { currentPassword: `${password}x`, password: 'Lantern-hall7' };
  for (let turn = 0; turn < 4; turn += 1)
    await thief.outcome('POST /api/auth/user/password', { body });
  expect(await countQueued(person.email)).toBe(0);
  await thief.outcome('DELETE /api/auth/user', { body: { password: 'x' } });
  expect(await countQueued(person.email)).toBe(1);
});

it('wrong codes notify too, even unchecked ones, as from somebody who knows the password', async () => {
  const person = await make.user();
  await plantTwoStep(app, person);
  const thief = elsewhere();
  expect(await login(thief, person.email, password)).toBe(200);
  const outcomes: unknown[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    expect(await countQueued(person.email)).toBe(0);
    outcomes.push(await thief.outcome('POST /api/login/code', { body: { code: '000000' } }));
    if (turn === 7) await advanceRateClock(app, 1);
  }
  expect(outcomes.slice(8)).toEqual(['too_many_requests', 'too_many_requests']);
  const [mail] = await emailsTo(person);
  expect(mail?.subject).toBe('Wrong codes entered for your Villagehall account');
  expect(mail?.text).toContain('someone knows your password');
});

describe.runIf(app.engine === 'postgres')('wrong passwords at several processes at once', () => {
  it('notify once', async () => {
    const { email } = await make.user();
    const second = await app.another();
    await Promise.all(
      [app.fastify, second].map((fastify) => guess(email, 8, () => elsewhere(fastify))),
    );
    expect(await countQueued(email)).toBe(1);
    await deliver();
    expect(await emailsTo({ email })).toHaveLength(1);
  });
});
