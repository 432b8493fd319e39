import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Counted, Counter, Limit } from './limits.ts';

/** Keeps the counts in this process: for the embedded database, which has one. */
export function countInMemory(): Counter {
  const limiters = new Map<Counted, RateLimiterMemory>();
  const limiterFor = (rate: Counted, limit: Limit) => {
    const limiter = limiters.get(rate) ?? new RateLimiterMemory({ keyPrefix: rate, ...limit });
    limiters.set(rate, limiter);
    return limiter;
  };
  return {
    add: async (rate, limit, subjects) => {
      for (const subject of subjects) {
        try {
          await limiterFor(rate, limit).consume(subject);
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused;
          return refused.msBeforeNext;
        }
      }
      return 0;
    },
    fills: async (rate, limit, subject) => {
      const { consumedPoints } = await limiterFor(rate, limit)
        .consume(subject)
        .catch((refused: unknown) => {
          if (refused instanceof RateLimiterRes) return refused;
          throw refused;
        });
      return consumedPoints === limit.points;
    },
    takeBack: async (rate, limit, subject) => {
      await limiterFor(rate, limit).reward(subject);
    },
  };
}
