import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from '#platform/config.ts';

type Address = ReturnType<typeof ipaddr.process>;

/** Some proxies include the caller's port: `203.0.113.9:4711`, `[2001:db8::1]:443`. */
const withPort = /^(?:\[([^\]]{2,64})\]|([\d.]{7,15}))(?::\d{1,5})?$/;

/** The longest form of an address, with a zone and a port. */
const longestAddress = 100;

/**
 * Parses an address from a socket or a proxy, with IPv4-mapped IPv6 as IPv4; undefined for an
 * invalid one.
 */
function addressIn(text: string | undefined): Address | undefined {
  const trimmed = text?.slice(0, longestAddress).trim() ?? '';
  const [, bracketed, plain] = withPort.exec(trimmed) ?? [];
  const [ip = ''] = (bracketed ?? plain ?? trimmed).split('%');
  return isIP(ip) === 0 ? undefined : ipaddr.process(ip);
}

const groupsOf = (address: Address, groups: number): string | undefined =>
  'parts' in address
    ? address.parts
        .slice(0, groups)
        .map((group) => group.toString(16))
        .join(':')
    : undefined;

/**
 * Returns the rate limit's subject for an address. A household is one subject: an IPv6 line has a
 * /64 of its own, and may call from any part of it. All invalid addresses share one subject, so
 * that a caller can't get a fresh limit with each call.
 */
export function addressSubject(ip: string | undefined): string {
  if (ip !== undefined && isIPv4(ip)) return `address ${ip}`;
  const address = addressIn(ip);
  if (!address) return 'address unknown';
  const line = groupsOf(address, 4);
  return `address ${line === undefined ? address.toString() : `${line}::/64`}`;
}

/** Reduces an address to its network, which many people share, so that it may be stored. */
export function networkOf(ip: string | undefined): string {
  const address = addressIn(ip);
  if (!address) return 'unknown';
  const network = groupsOf(address, 3);
  if (network !== undefined) return `${network}::/48`;
  return `${address.toString().split('.').slice(0, 3).join('.')}.0/24`;
}

const nearby = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal']);

/**
 * Tells whether an address is local: the machine itself, an unnamed proxy beside it, or the
 * operator's own network.
 */
export function isNearby(ip: string | undefined): boolean {
  const address = addressIn(ip);
  return address !== undefined && nearby.has(address.range());
}

/** The network names of `TRUST_PROXY`, by the library's names. */
const namedNetworks: Partial<Record<string, string[]>> = {
  loopback: ['loopback'],
  linklocal: ['linkLocal'],
  uniquelocal: ['private', 'uniqueLocal'],
};

/** Tells whether the peer, or the previous hop that a proxy names, is a trusted proxy. */
export type Trust = (ip: string | undefined, hop: number) => boolean;

/** Trusts the configured number of proxies, or those at the configured addresses. */
export function trustOf(proxies: Config['trustProxy']): Trust {
  if (proxies === false) return () => false;
  if (typeof proxies === 'number') return (_, hop) => hop < proxies;
  const tests = proxies.map(testFor);
  return (ip) => {
    const address = addressIn(ip);
    return address !== undefined && tests.some((test) => test(address));
  };
}

function testFor(proxy: string): (address: Address) => boolean {
  const ranges = namedNetworks[proxy];
  if (ranges) return (address) => ranges.includes(address.range());
  const [ip = '', bits] = proxy.split('/');
  const network = ipaddr.process(ip);
  const whole = isIPv4(ip) ? 32 : 128;
  // In IPv4 mapped to IPv6, the first 96 bits are a fixed prefix.
  const length = Number(bits ?? whole) - (whole === 128 && network.kind() === 'ipv4' ? 96 : 0);
  return (address) => address.kind() === network.kind() && address.match(network, length);
}
