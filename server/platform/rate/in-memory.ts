import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { limits, type Counted, type Counter } from './limits.ts';

/** Keeps the counts in this process: for the embedded database, which has one. */
export function countInMemory(): Counter {
  const limiters = new Map<Counted, RateLimiterMemory>();
  const limiterFor = (rate: Counted) => {
    const limiter =
      limiters.get(rate) ?? new RateLimiterMemory({ keyPrefix: rate, ...limits[rate] });
    limiters.set(rate, limiter);
    return limiter;
  };
  return {
    add: async (rate, subjects) => {
      for (const subject of subjects) {
        try {
          await limiterFor(rate).consume(subject);
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused;
          return refused.msBeforeNext;
        }
      }
      return 0;
    },
    fills: async (rate, subject) => {
      const { consumedPoints } = await limiterFor(rate)
        .consume(subject)
        .catch((refused: unknown) => {
          if (refused instanceof RateLimiterRes) return refused;
          throw refused;
        });
      return consumedPoints === limits[rate].points;
    },
    takeBack: async (rate, subject) => {
      await limiterFor(rate).reward(subject);
    },
  };
}
