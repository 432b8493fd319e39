import { describe, expect, it } from 'vitest';
import type { ApiKey } from '#contract/api.ts';
import { startTestApp } from '#tests/support/app.ts';
import { addressInNewNetwork, Client } from '#tests/support/client.ts';
import { password } from '#tests/support/factories.ts';
import { advanceRateClock } from '#tests/support/rate-clock.ts';
import { plantTwoStep } from '#tests/support/two-step.ts';

const app = await startTestApp({ rateLimits: true });
const { make } = app;

/** Signs the member in from another browser. */
const sessionOf = async (person: { id: string }) =>
  new Client(app.fastify).from(addressInNewNetwork()).withSession(await make.session(person));

const chosen = 'Lantern-hall7';

/** Every call that requires a signed-in member's password, with its other fields. */
const callsWithPassword = (typed: string): [ApiKey, Record<string, string>][] => [
  ['POST /api/auth/user/password', { currentPassword: typed, password: chosen }],
  ['POST /api/auth/user/two-step/setup', { password: typed }],
  ['POST /api/auth/user/two-step/recovery-codes', { password: typed, code: 'ABCD-EFGH' }],
  ['DELETE /api/auth/user/two-step', { password: typed, code: 'ABCD-EFGH' }],
  ['DELETE /api/auth/user', { password: typed, code: 'ABCD-EFGH' }],
];

/** Tries one password at each such call in turn, ten times a minute, and returns the outcomes. */
async function tries(client: Client, times: number, typed: string) {
  const outcomes: unknown[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    if (turn % 10 === 0) await advanceRateClock(app, 1);
    const [key, body] = callsWithPassword(typed)[turn % 5] ?? raise();
    outcomes.push(await client.from(addressInNewNetwork()).outcome(key, { body }));
  }
  return outcomes;
}

const raise = (): never => {
  throw new Error('there is no such call');
};

const countChecked = (outcomes: unknown[]) => outcomes.filter((each) => each === 'invalid').length;

describe('wrong passwords in an open session', () => {
  it('are limited to 30 an hour, over all calls together, and then a correct one fails too', async () => {
    const thief = await sessionOf(await make.user());
    const outcomes = await tries(thief, 36, `${password}x`);
    expect(outcomes).toEqual([
      ...Array<string>(30).fill('invalid'),
      ...Array<string>(6).fill('too_many_requests'),
    ]);
    expect(await thief.refusal('DELETE /api/auth/user', { body: { password } })).toMatchObject({
      status: 429,
      message:
        'Too many wrong passwords for this account. Please wait a while, or choose a new password by email.',
    });
  });

  it('count together with those at the sign-in', async () => {
    const person = await make.user();
    const thief = await sessionOf(person);
    await tries(thief, 30, `${password}x`);
    await advanceRateClock(app, 1);
    const body = { email: person.email, password };
    const outcome = await new Client(app.fastify)
      .from(addressInNewNetwork())
      .outcome('POST /api/login', { body });
    expect(outcome).toBe('too_many_requests');
  });

  it('lock the owner out of no known device', async () => {
    const person = await make.user();
    const body = { email: person.email, password };
    const owner = new Client(app.fastify).from('203.0.113.9');
    await owner.call('POST /api/login', { body });
    await tries(await sessionOf(person), 31, `${password}x`);
    const change = { body: { currentPassword: password, password: chosen } };
    expect(await owner.outcome('POST /api/auth/user/password', change)).toBe(204);
  });

  it('use up no tries of the unchecked code', async () => {
    const person = await make.user();
    const { code } = await plantTwoStep(app, person);
    const owner = await sessionOf(person);
    const renew = (typed: string) =>
      owner.outcome('POST /api/auth/user/two-step/recovery-codes', {
        body: { password: typed, code: code() },
      });
    for (let turn = 0; turn < 9; turn += 1) expect(await renew(`${password}x`)).toBe('invalid');
    expect(await renew(password)).toBe(200);
  });
});

it('correct passwords with a wrong code use up no tries of the password', async () => {
  const person = await make.user();
  await plantTwoStep(app, person);
  const thief = await sessionOf(person);
  const body = { password, code: '000000' };
  const outcomes: unknown[] = [];
  for (let turn = 0; turn < 9; turn += 1) {
    outcomes.push(await thief.outcome('DELETE /api/auth/user/two-step', { body }));
  }
  expect(outcomes).toEqual([...Array<string>(8).fill('invalid'), 'too_many_requests']);
  expect(countChecked(await tries(thief, 30, `${password}x`))).toBe(30);
});
