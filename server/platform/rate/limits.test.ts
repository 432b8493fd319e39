import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addressSubject, networkOf } from '../http/network.ts';
import { countInMemory } from './in-memory.ts';
import { createRateLimiter } from './limits.ts';

const refused = async (call: () => Promise<void>) =>
  call().then(
    () => undefined,
    (refusal: unknown) => refusal,
  );

describe('guesses of one password', () => {
  it('are 30 an hour', async () => {
    const rateLimiter = createRateLimiter(countInMemory());
    for (let turn = 0; turn < 30; turn += 1) await rateLimiter.countGuess('password', 'account a');
    expect(await refused(() => rateLimiter.countGuess('password', 'account a'))).toMatchObject({
      code: 'too_many_requests',
      retryAfter: 3600,
    });
    expect(await refused(() => rateLimiter.countGuess('password', 'account b'))).toBeUndefined();
  });

  it('are 100 a day, whatever the hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    onTestFinished(() => void vi.useRealTimers());
    const rateLimiter = createRateLimiter(countInMemory());
    const guess = () => refused(() => rateLimiter.countGuess('password', 'account a'));
    for (let turn = 0; turn < 100; turn += 1) {
      vi.setSystemTime(turn * 3 * 60_000);
      expect(await guess()).toBeUndefined();
    }
    vi.setSystemTime(23 * 60 * 60_000);
    expect(await guess()).toMatchObject({ code: 'too_many_requests', retryAfter: 3600 });
  });

  it('that were right are none', async () => {
    const rateLimiter = createRateLimiter(countInMemory());
    for (let turn = 0; turn < 200; turn += 1) {
      await rateLimiter.countGuess('password', 'account a');
      await rateLimiter.forgiveGuess('password', 'account a');
    }
    expect(await refused(() => rateLimiter.countGuess('password', 'account a'))).toBeUndefined();
  });
});

describe('guesses of one code', () => {
  it('are 8 an hour, and no password among them', async () => {
    const rateLimiter = createRateLimiter(countInMemory());
    for (let turn = 0; turn < 8; turn += 1) await rateLimiter.countGuess('code', 'code a');
    expect(await refused(() => rateLimiter.countGuess('code', 'code a'))).toMatchObject({
      code: 'too_many_requests',
      retryAfter: 3600,
    });
    expect(await refused(() => rateLimiter.countGuess('password', 'code a'))).toBeUndefined();
  });
});

describe('an address', () => {
  it.each([
    ['203.0.113.77', 'address 203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', 'address 203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', 'address 2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::1', 'address 2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'address fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['127.0.0.1', 'address 127.0.0.1', '127.0.0.0/24'],
  ])('%s counts as %s and is kept as %s', (ip, subject, network) => {
    expect(addressSubject(ip)).toBe(subject);
    expect(networkOf(ip)).toBe(network);
  });
});
