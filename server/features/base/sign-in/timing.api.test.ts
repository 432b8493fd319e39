import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { password } from '#tests/support/factories.ts';
import { difference, noticeable } from '#tests/support/timing.ts';

const app = await startTestApp();

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
