import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Rate } from '../../contract/endpoint.ts';
import { Refusal } from './refusal.ts';

const minute = 60;
const hour = 60 * minute;

/** Contract §5: so many calls in so many seconds. */
const limits: Record<Rate, { points: number; duration: number }> = {
  sign_in: { points: 10, duration: minute },
  registration: { points: 10, duration: hour },
  write: { points: 60, duration: minute },
};

export type Brake = (rate: Rate, subjects: string[]) => Promise<void>;

/** Counts calls by rate and subject (an address, an account); refuses with the seconds to wait. */
export function createBrake(): Brake {
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([rate, limit]) => [
      rate,
      new RateLimiterMemory({ keyPrefix: rate, ...limit }),
    ]),
  ) as Record<Rate, RateLimiterMemory>;
  return async (rate, subjects) => {
    for (const subject of subjects) {
      try {
        await limiters[rate].consume(subject);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        throw new Refusal(
          'too_many_requests',
          'Too many tries. Please wait a while and try again.',
          {
            retryAfter: Math.ceil(refused.msBeforeNext / 1000),
          },
        );
      }
    }
  };
}
