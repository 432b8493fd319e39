import type { FastifyInstance } from 'fastify';
import { minute } from '../../../contract/durations.ts';
import { addressSubject, isNearby } from './network.ts';
import { Refusal } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answering costs neither database nor drawing: anybody may ask as often as they like. */
    isFree?: boolean;
  }
}

/**
 * Counts what an address reads.
 * @throws Refusal `too_many_requests`
 */
export type ReadLimiter = (ip: string | undefined) => void;

/**
 * So many reads a minute from one address, counted by this process alone: it is to keep one caller from taking all
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
    const count = (counts.get(subject) ?? 0) + 1;
    counts.set(subject, count);
    if (count <= perMinute || isNearby(ip)) return;
    throw new Refusal('too_many_requests', 'Too many requests. Please wait a moment.', {
      retryAfter: Math.ceil((ends - now) / 1000),
    });
  };
}

/** Counts every read of every route that is not declared free, so that none can be forgotten. */
export function limitReads(app: FastifyInstance, limiter: ReadLimiter): void {
  app.addHook('onRequest', async ({ method, ip, routeOptions }) => {
    const reads = method === 'GET' || method === 'HEAD';
    if (reads && !routeOptions.config?.isFree) limiter(ip);
  });
}
