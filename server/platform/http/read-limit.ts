import type { FastifyInstance } from 'fastify';
import { minute } from '#contract/platform/durations.ts';
import { addressSubject, isNearby } from './network.ts';
import { Refusal } from '#platform/refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answering costs neither database nor drawing: anybody may ask as often as they like. */
    isFree?: boolean;
  }
}

/**
 * Counts what an address asks for.
 * @throws Refusal `too_many_requests`
 */
export type ReadLimiter = (ip: string | undefined) => void;

/** How many addresses are counted within a minute: 10 MB of them. */
export const mostReaders = 100_000;

/**
 * Limits the requests a minute from one address. Each process counts alone: the limit keeps one caller from taking all
 * of it, and must cost next to nothing.
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
    const known = counts.get(subject);
    // Past the bound nobody new is counted: to refuse them would let one flood keep all others out.
    if (known === undefined && counts.size >= mostReaders) return;
    const count = (known ?? 0) + 1;
    counts.set(subject, count);
    if (count <= perMinute || isNearby(ip)) return;
    throw new Refusal('too_many_requests', 'Too many requests. Please wait a moment.', {
      retryAfter: Math.ceil((ends - now) / 1000),
    });
  };
}

/** Counts every request to every route that is not declared free, whatever its method: none can be forgotten. */
export function limitReads(app: FastifyInstance, limiter: ReadLimiter): void {
  app.addHook('onRequest', async ({ ip, routeOptions }) => {
    if (!routeOptions.config?.isFree) limiter(ip);
  });
}
