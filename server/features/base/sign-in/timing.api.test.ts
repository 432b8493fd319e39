import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { password } from '#tests/support/factories.ts';

const app = await startTestApp();

const [fewest, most] = [15, 150];

/**
 * Compares alternating calls by the fastest of each: half their difference over their mean, where 0
 * is equal. Other load only slows calls down, so the calls repeat while a difference shows.
 */
async function difference(one: () => Promise<unknown>, other: () => Promise<unknown>) {
  await Promise.all([one(), other()]);
  let [first, second] = [Infinity, Infinity];
  const apart = () => Math.abs(first - second) / (first + second);
  for (let turn = 0; turn < fewest || (turn < most && apart() >= noticeable); turn += 1) {
    first = Math.min(first, await timeOf(one));
    second = Math.min(second, await timeOf(other));
  }
  return apart();
}

/** A reader over a network can't notice a smaller difference. */
const noticeable = 0.25;

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await call();
  return performance.now() - begun;
}

describe('response times', () => {
  it('reveal at sign-in no account for an address', async () => {
    const { email } = await app.make.user();
    const none = await app.make.user({ passwordHash: null });
    const tryAs = (address: string) => () =>
      app.visitor().send('POST /api/login', {
        body: { email: address, password: `${password}x` },
      });
    expect(await difference(tryAs(email), tryAs('nobody@example.com'))).toBeLessThan(noticeable);
    expect(await difference(tryAs(email), tryAs(none.email))).toBeLessThan(noticeable);
  });

  it('reveal no account when somebody requests a new password', async () => {
    const { email } = await app.make.user();
    const askFor = (address: string) => () =>
      app.visitor().send('POST /api/forgot-password', { body: { email: address } });
    expect(await difference(askFor(email), askFor('nobody@example.com'))).toBeLessThan(noticeable);
  });
});
