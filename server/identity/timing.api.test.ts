import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../tests/support/app.ts';
import { password } from '../../tests/support/factories.ts';

const app = await startTestApp();

const rounds = 15;
const median = (times: number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

/** Half the difference of two medians of calls that take turns, by their mean: 0 is the same, 1 is none to all. */
async function difference(one: () => Promise<unknown>, other: () => Promise<unknown>) {
  const times: [number[], number[]] = [[], []];
  const measure = async (call: () => Promise<unknown>) => {
    const begun = performance.now();
    await call();
    return performance.now() - begun;
  };
  await Promise.all([one(), other()]);
  for (let round = 0; round < rounds; round += 1) {
    times[0].push(await measure(one));
    times[1].push(await measure(other));
  }
  const [first, second] = [median(times[0]), median(times[1])];
  return Math.abs(first - second) / (first + second);
}

describe('the time an answer takes', () => {
  it('tells nobody at sign-in whether an address has an account', async () => {
    const { email } = await app.make.user();
    const none = await app.make.user({ passwordHash: null });
    const tryAs = (address: string) => () =>
      app.visitor().send('POST /api/login', {
        body: { email: address, password: `${password}x` },
      });
    expect(await difference(tryAs(email), tryAs('nobody@example.com'))).toBeLessThan(0.25);
    expect(await difference(tryAs(email), tryAs(none.email))).toBeLessThan(0.25);
  });

  it('tells nobody who asks for a new password, either', async () => {
    const { email } = await app.make.user();
    const askFor = (address: string) => () =>
      app.visitor().send('POST /api/forgot-password', { body: { email: address } });
    expect(await difference(askFor(email), askFor('nobody@example.com'))).toBeLessThan(0.25);
  });
});
