import type { Rate } from '#contract/platform/endpoint.ts';
import { Refusal } from '#platform/refusal.ts';

const minute = 60;
const hour = 60 * minute;

/** Besides what calls declare: wrong guesses for one account, which make the next ones wait for longer, or are told. */
export type Counted = Called | 'guess' | 'guess_day' | 'code' | 'code_day' | 'warning';

/** Calls by a token that is not in force are counted by themselves: a script left running keeps nobody out. */
export type Called = Rate | 'token';

export interface Limit {
  points: number;
  /** In seconds. */
  duration: number;
}

/** The number of calls allowed in a number of seconds. */
export const limits: Record<Counted, Limit> = {
  sign_in: { points: 10, duration: minute },
  guess: { points: 30, duration: hour },
  guess_day: { points: 100, duration: 24 * hour },
  // Three of a million codes are right at a time: 20 tries a day find one in 45 years.
  code: { points: 8, duration: hour },
  code_day: { points: 20, duration: 24 * hour },
  // Wrong passwords and codes from any address: the tenth notifies the owner.
  warning: { points: 10, duration: hour },
  token: { points: 60, duration: minute },
  registration: { points: 10, duration: hour },
  password_mail: { points: 5, duration: hour },
  // Each writes to an address that anybody may have typed.
  complaint: { points: 5, duration: hour },
  message_test: { points: 5, duration: hour },
  payment: { points: 10, duration: hour },
  report: { points: 5, duration: hour },
  // In points: a call that writes much is more than one (`weight.ts`).
  write: { points: 60, duration: minute },
  // Made at each change while somebody fills in a form.
  preview: { points: 120, duration: minute },
  export: { points: 5, duration: hour },
  // Moderators clearing up after a flood must not be slower than the flood.
  moderation: { points: 300, duration: minute },
  // From another server, which speaks for many and tries again later.
  webhook: { points: 600, duration: minute },
};

export interface Counter {
  /** Counts points for each subject; answers the milliseconds to wait where one has had too many, else 0. */
  add: (rate: Counted, subjects: string[], points?: number) => Promise<number>;
  /** Counts a call for a subject; whether it is the very one that makes the limit full, of all that come at once. */
  fills: (rate: Counted, subject: string) => Promise<boolean>;
  /** Takes back a call that was counted for a subject. */
  takeBack: (rate: Counted, subject: string) => Promise<void>;
}

/** Counts calls by rate and subject (an address, an account); refuses with the seconds to wait. */
export interface RateLimiter extends Omit<Counter, 'add'> {
  /** @throws Refusal `too_many_requests` */
  count: (rate: Counted, subjects: string[], more?: CountOptions) => Promise<void>;
}

interface CountOptions {
  /** The refusal's sentence. */
  message?: string;
  /** How many calls it counts as; 1 where nothing is said. */
  points?: number;
}

const tooMany = 'Too many tries. Please wait a while and try again.';

export const createRateLimiter = ({ add, fills, takeBack }: Counter): RateLimiter => ({
  count: async (rate, subjects, { message = tooMany, points = 1 } = {}) => {
    const wait = await add(rate, subjects, points);
    if (wait === 0) return;
    throw new Refusal('too_many_requests', message, { retryAfter: Math.ceil(wait / 1000) });
  },
  fills,
  takeBack,
});
