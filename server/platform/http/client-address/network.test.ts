import { describe, expect, it } from 'vitest';
import { addressSubject, isNearby, networkOf, trustOf } from './network.ts';

describe('the counted caller', () => {
  it.each([
    '203.0.113.9',
    '203.0.113.9:4711',
    ' 203.0.113.9 ',
    '::ffff:203.0.113.9',
    '::ffff:cb00:7109',
    '[::ffff:203.0.113.9]:443',
  ])('is one IPv4 address in any spelling: %s', (ip) => {
    expect(addressSubject(ip)).toBe('address 203.0.113.9');
  });

  it.each([
    '2001:db8:1:2::1',
    '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff',
    '[2001:db8:1:2::1]',
    '[2001:db8:1:2::1]:443',
    '2001:db8:1:2::1%eth0',
    '[2001:db8:1:2::9%eth0]:80',
  ])('is one IPv6 line in any spelling: %s', (ip) => {
    expect(addressSubject(ip)).toBe('address 2001:db8:1:2::/64');
  });

  it('has a whole IPv6 network where an address is short', () => {
    expect(addressSubject('2001:db8::1')).toBe('address 2001:db8:0:0::/64');
  });

  it.each([
    '',
    'unknown',
    '_hidden',
    'a.b.c.d',
    '256.1.1.1',
    '0x7f.1',
    '1.2.3',
    '203.0.113.9:x',
    '[::1',
    '::::',
    '12345::',
    '203.0.113.9, 10.0.0.1',
    'x'.repeat(100_000),
    undefined,
  ])('is the same for all invalid addresses: %.20s', (ip) => {
    expect(addressSubject(ip)).toBe('address unknown');
  });
});

it.each([
  ['203.0.113.9:4711', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['unknown', 'unknown'],
])('an address is stored for %s as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

describe('nearby', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9:80',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.9',
    '169.254.1.1',
    'fd00::1',
    'fe80::1%eth0',
  ])('is %s', (ip) => {
    expect(isNearby(ip)).toBe(true);
  });

  it.each(['203.0.113.9', '172.32.0.1', '100.64.0.1', '2001:db8::1', 'unknown', undefined])(
    'is not %s',
    (ip) => {
      expect(isNearby(ip)).toBe(false);
    },
  );
});

describe('a trusted proxy', () => {
  it('is one of the configured number, at any address', () => {
    const trusts = trustOf(2);
    expect([0, 1, 2].map((hop) => trusts('unknown', hop))).toEqual([true, true, false]);
  });

  it.each([
    ['10.9.0.0/16', '10.9.4.5', '10.10.0.1'],
    ['10.9.0.0/16', '::ffff:10.9.4.5', '::ffff:10.10.0.1'],
    ['10.9.0.0/16', '10.9.4.5:4711', 'unknown'],
    ['192.0.2.7', '192.0.2.7', '192.0.2.8'],
    ['2001:db8::/32', '2001:db8:9::1', '2001:db9::1'],
    ['::ffff:10.9.0.0/112', '10.9.4.5', '10.10.0.1'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.8'],
    ['loopback', '::1', '10.0.0.1'],
    ['uniquelocal', '192.168.9.9', '127.0.0.1'],
    ['uniquelocal', 'fd00::9', 'fe80::1'],
    ['linklocal', '169.254.0.9', '192.168.9.9'],
  ])('is named by %s: %s, and not %s', (named, one, other) => {
    const trusts = trustOf(['192.0.2.200', named]);
    expect([trusts(one, 0), trusts(other, 0)]).toEqual([true, false]);
  });

  it('is none by default', () => {
    expect(trustOf(false)('127.0.0.1', 0)).toBe(false);
  });
});
