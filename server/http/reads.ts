import { BlockList } from 'node:net';
import { addressSubject } from './network.ts';
import { Refusal } from './refusal.ts';
import { minute } from '../../contract/durations.ts';

/**
 * Counts what an address reads.
 * @throws Refusal `too_many_requests`
 */
export type ReadBrake = (ip: string) => void;

/** The machine itself, a proxy beside it that is not named, the operator's own network: nobody from outside. */
const nearby = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  nearby.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  nearby.addSubnet(network, bits, 'ipv6');
}

const isNearby = (ip: string) => {
  const plain = ip.replace(/%.*/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  return nearby.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4');
};

/**
 * So many reads a minute from one address, counted by this process alone: it is to keep one caller from taking all
 * of it, and must cost next to nothing.
 */
export function createReadBrake(perMinute: number, clock: () => number = Date.now): ReadBrake {
  const counts = new Map<string, number>();
  let ends = clock() + minute;
  return (ip) => {
    const now = clock();
    if (now >= ends) {
      counts.clear();
      ends = now + minute;
    }
    const subject = ip.includes(':') ? addressSubject(ip) : ip;
    const count = (counts.get(subject) ?? 0) + 1;
    counts.set(subject, count);
    if (count <= perMinute || isNearby(ip)) return;
    throw new Refusal('too_many_requests', 'Too many requests. Please wait a moment.', {
      retryAfter: Math.ceil((ends - now) / 1000),
    });
  };
}
