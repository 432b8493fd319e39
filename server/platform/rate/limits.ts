import type { Rate } from '../../../contract/endpoint.ts';
import { Refusal } from '../refusal.ts';

const minute = 60;
const hour = 60 * minute;

/** What is guessed. */
export const guessable = ['password', 'code'] as const;
export type Guessed = (typeof guessable)[number];

/** Besides what calls declare: wrong guesses for one account, which make the next ones wait for longer, or are told. */
export type Counted = Called | 'guess' | 'guess_day' | 'code' | 'code_day' | 'warning';

/** Calls by a token that is not in force are counted by themselves: a script left running keeps nobody out. */
export type Called = Rate | 'token';

export interface Limit {
  points: number;
  /** In seconds. */
  duration: number;
}

/** So many calls in so many seconds. */
export const limits: Record<Counted, Limit> = {
  sign_in: { points: 10, duration: minute },
  guess: { points: 30, duration: hour },
  guess_day: { points: 100, duration: 24 * hour },
  // Three of a million codes are right at a time: 20 tries a day find one in 45 years.
  code: { points: 8, duration: hour },
  code_day: { points: 20, duration: 24 * hour },
  // Of passwords and codes, wherever they come from: at the tenth the owner is told.
  warning: { points: 10, duration: hour },
  token: { points: 60, duration: minute },
  registration: { points: 10, duration: hour },
  password_mail: { points: 5, duration: hour },
  // Each writes to an address that anybody may have typed.
  complaint: { points: 5, duration: hour },
  payment: { points: 10, duration: hour },
  report: { points: 5, duration: hour },
  write: { points: 60, duration: minute },
  export: { points: 5, duration: hour },
  // Whoever clears up after a flood must not be slower than the flood.
  moderation: { points: 300, duration: minute },
  // From another server, which speaks for many and tries again later.
  webhook: { points: 600, duration: minute },
};

export interface Counter {
  /** Counts a call for each subject; answers the milliseconds to wait where one has had too many, else 0. */
  add: (rate: Counted, limit: Limit, subjects: string[]) => Promise<number>;
  /** Counts a call for a subject; whether it is the very one that makes the limit full, of all that come at once. */
  fills: (rate: Counted, limit: Limit, subject: string) => Promise<boolean>;
  /** Takes back a call that was counted for a subject. */
  takeBack: (rate: Counted, limit: Limit, subject: string) => Promise<void>;
}

/** Counts calls by rate and subject (an address, an account); refuses with the seconds to wait. */
export interface RateLimiter {
  count: (rate: Called, subjects: string[]) => Promise<void>;
  /** Counts what may turn out a wrong guess before it is looked at, so that many at once are not too many. */
  countGuess: (what: Guessed, subject: string) => Promise<void>;
  /** It was right. */
  forgiveGuess: (what: Guessed, subject: string) => Promise<void>;
  /** Counts a guess that was wrong, or came too often; whether its owner is to be told of it now. */
  isToBeTold: (owner: string) => Promise<boolean>;
}

const guesses = { password: ['guess', 'guess_day'], code: ['code', 'code_day'] } as const;

const tooManyGuesses: Record<Guessed, string> = {
  password:
    'Too many wrong passwords for this account. Please wait a while, or choose a new password by email.',
  code: 'Too many wrong codes for this account. Please wait a while, or use a recovery code.',
};

export function createRateLimiter(counter: Counter): RateLimiter {
  const count = async (rate: Counted, subjects: string[], message: string) => {
    const wait = await counter.add(rate, limits[rate], subjects);
    if (wait === 0) return;
    throw new Refusal('too_many_requests', message, { retryAfter: Math.ceil(wait / 1000) });
  };
  return {
    count: (rate, subjects) =>
      count(rate, subjects, 'Too many tries. Please wait a while and try again.'),
    countGuess: async (what, subject) => {
      for (const rate of guesses[what]) await count(rate, [subject], tooManyGuesses[what]);
    },
    forgiveGuess: async (what, subject) => {
      for (const rate of guesses[what]) await counter.takeBack(rate, limits[rate], subject);
    },
    isToBeTold: (owner) => counter.fills('warning', limits.warning, owner),
  };
}
