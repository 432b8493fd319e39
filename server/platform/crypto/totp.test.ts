import { describe, expect, it } from 'vitest';
import { addressOfKey, newKey, stepOfCode } from './totp.ts';

/** The secret of RFC 6238's appendix B, '12345678901234567890', in base 32. */
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

describe('the code at a second of RFC 6238, appendix B', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('matches: %i is %s', (seconds, code) => {
    expect(stepOfCode(key, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });
});

describe('a code', () => {
  const code = '005924';
  const step = Math.floor(1234567890 / 30);

  it.each([
    ['a step before', -30, step],
    ['a step later', 30, step],
    ['two steps before', -60, undefined],
    ['two steps later', 60, undefined],
  ])('is checked %s', (_, away, expected) => {
    expect(stepOfCode(key, code, at(1234567890 + away))).toBe(expected);
  });

  it.each(['', '00592', '0059240', 'abcdef', '-05924', '٠٠٥٩٢٤'])("can't be %j", (typed) => {
    expect(stepOfCode(key, typed, at(1234567890))).toBeUndefined();
  });
});

it('a code can be typed with a space, as apps show it', () => {
  expect(stepOfCode(key, '005 924', at(1234567890))).toBe(Math.floor(1234567890 / 30));
});

describe('a new key', () => {
  it('has 160 bits, and differs each time', () => {
    const keys = Array.from({ length: 100 }, newKey);
    expect(keys.every((each) => /^[A-Z2-7]{32}$/.test(each))).toBe(true);
    expect(new Set(keys).size).toBe(100);
  });

  it('carries the names of the site and the account for apps', () => {
    const url = new URL(addressOfKey(key, { site: 'Our Hall', account: 'ada@example.com' }));
    expect(url.href).toMatch(/^otpauth:\/\/totp\/Our%20Hall:ada%40example\.com\?/);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Our Hall',
      secret: key,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
