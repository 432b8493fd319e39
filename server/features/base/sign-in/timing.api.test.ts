import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { password } from '#tests/support/factories.ts';

const app = await startTestApp();

const [fewest, most] = [15, 150];

/**
 * Half the difference of the quickest of calls that take turns, by their mean: 0 is the same, 1 is none to all. What
 * else the machine does makes a call slower, never quicker; so the calls go on while a difference shows, and only one
 * that is the calls' own stays.
 */
async function difference(one: () => Promise<unknown>, other: () => Promise<unknown>) {
  await Promise.all([one(), other()]);
  let [first, second] = [Infinity, Infinity];
  const apart = () => Math.abs(first - second) / (first + second);
  for (let turn = 0; turn < fewest || (turn < most && apart() >= told); turn += 1) {
    first = Math.min(first, await timeOf(one));
    second = Math.min(second, await timeOf(other));
  }
  return apart();
}

/** A reader over a network can't tell less than this apart. */
const told = 0.25;

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await call();
  return performance.now() - begun;
}

describe('the time an answer takes', () => {
  it('tells nobody at sign-in whether an address has an account', async () => {
    const { email } = await app.make.user();
    const none = await app.make.user({ passwordHash: null });
    const tryAs = (address: string) => () =>
      app.visitor().send('POST /api/login', {
        body: { email: address, password: `${password}x` },
      });
    expect(await difference(tryAs(email), tryAs('nobody@example.com'))).toBeLessThan(told);
    expect(await difference(tryAs(email), tryAs(none.email))).toBeLessThan(told);
  });

  it('tells nobody who asks for a new password, either', async () => {
    const { email } = await app.make.user();
    const askFor = (address: string) => () =>
      app.visitor().send('POST /api/forgot-password', { body: { email: address } });
    expect(await difference(askFor(email), askFor('nobody@example.com'))).toBeLessThan(told);
  });
});
