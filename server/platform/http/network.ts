import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from '#platform/config.ts';

type Address = ReturnType<typeof ipaddr.process>;

/** Some proxies name a caller with the port: `203.0.113.9:4711`, `[2001:db8::1]:443`. */
const withPort = /^(?:\[([^\]]{2,64})\]|([\d.]{7,15}))(?::\d{1,5})?$/;

/** The longest way to write an address, with a zone and a port; what is longer is none. */
const longest = 100;

/** An address as a socket or a proxy tells it, IPv4 that comes by IPv6 as IPv4; undefined for what is none. */
function addressIn(text: string | undefined): Address | undefined {
  const told = text?.slice(0, longest).trim() ?? '';
  const [, bracketed, plain] = withPort.exec(told) ?? [];
  const [ip = ''] = (bracketed ?? plain ?? told).split('%');
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
 * One household is one address: an IPv6 line has a /64 of its own, and may call from any part of it. Whatever is no
 * address is one subject, so that nobody is somebody new at each call.
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

/** The machine itself, a proxy beside it that is not named, the operator's own network: nobody from outside. */
export function isNearby(ip: string | undefined): boolean {
  const address = addressIn(ip);
  return address !== undefined && nearby.has(address.range());
}

/** The names of networks that `TRUST_PROXY` knows, by what the library calls them. */
const named: Partial<Record<string, string[]>> = {
  loopback: ['loopback'],
  linklocal: ['linkLocal'],
  uniquelocal: ['private', 'uniqueLocal'],
};

/** Whether what called, or what a proxy says has called it, is a proxy to be believed. */
export type Trust = (ip: string | undefined, hop: number) => boolean;

/** As the operator says: so many proxies in front, or those of some addresses and networks. */
export function trusting(proxies: Config['trustProxy']): Trust {
  if (proxies === false) return () => false;
  if (typeof proxies === 'number') return (_, hop) => hop < proxies;
  const tests = proxies.map(testFor);
  return (ip) => {
    const address = addressIn(ip);
    return address !== undefined && tests.some((test) => test(address));
  };
}

function testFor(proxy: string): (address: Address) => boolean {
  const ranges = named[proxy];
  if (ranges) return (address) => ranges.includes(address.range());
  const [ip = '', bits] = proxy.split('/');
  const network = ipaddr.process(ip);
  const whole = isIPv4(ip) ? 32 : 128;
  // In IPv4 mapped to IPv6, the first 96 bits are a fixed prefix.
  const length = Number(bits ?? whole) - (whole === 128 && network.kind() === 'ipv4' ? 96 : 0);
  return (address) => address.kind() === network.kind() && address.match(network, length);
}
