import { describe, expect, it } from 'vitest';
import { createReadLimiter, maxReaders } from './read-limit.ts';
import { Refusal } from '#platform/refusal.ts';

const setUp = (perMinute = 3) => {
  let now = 0;
  const limiter = createReadLimiter(perMinute, () => now);
  const read = (ip: string) => {
    try {
      limiter(ip);
      return 'read';
    } catch (error) {
      return error instanceof Refusal ? error.retryAfter : error;
    }
  };
  return { read, pass: (ms: number) => (now += ms) };
};

describe('reads from one address', () => {
  it('are limited, and start again each minute', () => {
    const { read, pass } = setUp();
    pass(20_000);
    expect([1, 2, 3, 4].map(() => read('203.0.113.7'))).toEqual(['read', 'read', 'read', 40]);
    expect(read('203.0.113.8')).toBe('read');
    pass(40_000);
    expect(read('203.0.113.7')).toBe('read');
  });

  it('are counted for a number of addresses, and for no new ones beyond it', () => {
    const { read, pass } = setUp();
    const address = (number: number) => `20.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
    for (let number = 0; number < maxReaders; number += 1) read(address(number));
    const another = () => read(address(maxReaders));
    expect([another(), another(), another(), another()]).toEqual(Array(4).fill('read'));
    expect([1, 2, 3].map(() => read(address(0)))).toEqual(['read', 'read', 60]);
    pass(60_000);
    expect([another(), another(), another(), another()].at(-1)).toBe(60);
  });

  it('of IPv6 count by its line', () => {
    const { read } = setUp();
    const answers = [1, 2, 3, 4].map((host) => read(`2001:db8:1:2::${host}`));
    expect(answers).toEqual(['read', 'read', 'read', 60]);
    expect(read('2001:db8:1:3::1')).toBe('read');
  });

  it('are not limited for one nearby, which may be a proxy', () => {
    const { read } = setUp();
    expect([1, 2, 3, 4, 5].map(() => read('10.1.2.3'))).toEqual(Array(5).fill('read'));
  });
});
