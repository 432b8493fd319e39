import type { FastifyInstance } from 'fastify';
import { minute } from '#contract/platform/durations.ts';
import { addressSubject, isNearby } from './client-address/network.ts';
import { Refusal } from '#platform/refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer needs no database and no rendering, so it isn't limited. */
    isFree?: boolean;
  }
}

/**
 * Counts a request against its address.
 * @throws Refusal `too_many_requests`
 */
export type ReadLimiter = (ip: string | undefined) => void;

/** The most addresses counted within a minute: 10 MB of them. */
export const maxReaders = 100_000;

/**
 * Limits the requests a minute from one address. Each process counts alone: the limit keeps one
 * caller from occupying the process, and must cost next to nothing.
 */
export function createReadLimiter(perMinute: number, clock: () => number = Date.now): ReadLimiter {
  const counts = new Map<string, number>();
  let ends = clock() + minute;
  return (ip) => {
    const now = clock();
    if (now >= ends) {
      counts.clear();
      ends = now + minute;
    }
    const subject = addressSubject(ip);
    const calls = counts.get(subject);
    // At the limit new addresses go uncounted: refusing them would let one flood lock everybody
    // else out.
    if (calls === undefined && counts.size >= maxReaders) return;
    const count = (calls ?? 0) + 1;
    counts.set(subject, count);
    if (count <= perMinute || isNearby(ip)) return;
    throw new Refusal('too_many_requests', 'Too many requests. Please wait a moment.', {
      retryAfter: Math.ceil((ends - now) / 1000),
    });
  };
}

/**
 * Counts requests to every route not declared free, whatever the method, so that none can be
 * forgotten.
 */
export function limitReads(app: FastifyInstance, limiter: ReadLimiter): void {
  app.addHook('onRequest', async ({ ip, routeOptions }) => {
    if (!routeOptions.config?.isFree) limiter(ip);
  });
}
