import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Rate } from '../../contract/endpoint.ts';
import { Refusal } from './refusal.ts';

const minute = 60;
const hour = 60 * minute;

export interface Limit {
  points: number;
  /** In seconds. */
  duration: number;
}

/** Contract §5: so many calls in so many seconds. */
const limits: Record<Rate, Limit> = {
  sign_in: { points: 10, duration: minute },
  registration: { points: 10, duration: hour },
  password_mail: { points: 5, duration: hour },
  payment: { points: 10, duration: hour },
  write: { points: 60, duration: minute },
  export: { points: 5, duration: hour },
};

/** Counts a call for each subject; answers the milliseconds to wait where one has had too many, else 0. */
export type Counter = (rate: Rate, limit: Limit, subjects: string[]) => Promise<number>;

export type Brake = (rate: Rate, subjects: string[]) => Promise<void>;

/** Counts calls by rate and subject (an address, an account); refuses with the seconds to wait. */
export function createBrake(count: Counter): Brake {
  return async (rate, subjects) => {
    const wait = await count(rate, limits[rate], subjects);
    if (wait === 0) return;
    throw new Refusal('too_many_requests', 'Too many tries. Please wait a while and try again.', {
      retryAfter: Math.ceil(wait / 1000),
    });
  };
}

/** Keeps the counts in this process: for the embedded database, which has one. */
export function countInMemory(): Counter {
  const limiters = new Map<Rate, RateLimiterMemory>();
  const limiterFor = (rate: Rate, limit: Limit) => {
    const limiter = limiters.get(rate) ?? new RateLimiterMemory({ keyPrefix: rate, ...limit });
    limiters.set(rate, limiter);
    return limiter;
  };
  return async (rate, limit, subjects) => {
    for (const subject of subjects) {
      try {
        await limiterFor(rate, limit).consume(subject);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return refused.msBeforeNext;
      }
    }
    return 0;
  };
}

/** One household is one address: an IPv6 line has a /64 of its own, and may call from any part of it. */
export function addressSubject(ip: string): string {
  const [plain = ip] = ip.split('%');
  if (!isIPv6(plain)) return `address ${plain}`;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) {
    const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
    return `address ${bytes.join('.')}`;
  }
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `address ${prefix.join(':')}::/64`;
}

/** The eight numbers of an IPv6 address; the URL parser knows every way to write one. */
function groupsOf(ip: string): number[] {
  const [head = '', tail] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::');
  const parse = (text: string) => text.split(':').map((group) => Number.parseInt(group, 16));
  const before = head === '' ? [] : parse(head);
  const after = tail ? parse(tail) : [];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after];
}
