import type { Rate } from '#contract/platform/endpoint.ts';
import { Refusal } from '#platform/refusal.ts';

const minute = 60;
const hour = 60 * minute;

/**
 * Limits that no call declares: wrong guesses for one account, which delay further guesses or warn
 * the owner.
 */
export type CountedKind = CallKind | 'guess' | 'guess_day' | 'code' | 'code_day' | 'warning';

/** Calls with an invalid token count separately: a script left running locks nobody out. */
export type CallKind = Rate | 'token';

export interface Limit {
  points: number;
  /** In seconds. */
  duration: number;
}

/** The number of calls allowed in a number of seconds. */
export const rateLimits: Record<CountedKind, Limit> = {
  sign_in: { points: 10, duration: minute },
  guess: { points: 30, duration: hour },
  guess_day: { points: 100, duration: 24 * hour },
  // Three of a million codes are valid at a time: 20 tries a day find one in 45 years.
  code: { points: 8, duration: hour },
  code_day: { points: 20, duration: 24 * hour },
  // Wrong passwords and codes from any address: the tenth notifies the owner.
  warning: { points: 10, duration: hour },
  token: { points: 60, duration: minute },
  registration: { points: 10, duration: hour },
  password_mail: { points: 5, duration: hour },
  // Each sends an email to an address that anybody may have typed.
  complaint: { points: 5, duration: hour },
  message_test: { points: 5, duration: hour },
  guest_rsvp: { points: 5, duration: hour },
  payment: { points: 10, duration: hour },
  report: { points: 5, duration: hour },
  // In points: a call that writes much costs more than one (`weight.ts`).
  write: { points: 60, duration: minute },
  // Forms request one at each change.
  preview: { points: 120, duration: minute },
  export: { points: 5, duration: hour },
  // Moderators clearing up after a flood must not be slower than the flood.
  moderation: { points: 300, duration: minute },
  // Another server sends for many people and retries later.
  webhook: { points: 600, duration: minute },
};

export interface Counter {
  /**
   * Adds points for each subject; returns the milliseconds to wait if one is over the limit, else
   * 0.
   */
  add: (rate: CountedKind, subjects: string[], points?: number) => Promise<number>;
  /**
   * Adds points like `add`, but waits for nothing outside this process: a transaction that waited
   * for another connection could hold up itself. Other processes know a moment later.
   */
  addAtOnce: (rate: CountedKind, subjects: string[], points: number) => Promise<number>;
  /**
   * Counts a call for a subject; true only for the one call that reaches the limit, among
   * concurrent ones.
   */
  fills: (rate: CountedKind, subject: string) => Promise<boolean>;
  /** Refunds a call to a subject. */
  refund: (rate: CountedKind, subject: string) => Promise<void>;
}

/**
 * Counts calls by rate and subject (an address, an account). Over the limit it refuses with the
 * seconds to wait.
 */
export interface RateLimiter extends Omit<Counter, 'add' | 'addAtOnce'> {
  /** @throws Refusal `too_many_requests` */
  count: (rate: CountedKind, subjects: string[], more?: CountOptions) => Promise<void>;
  /**
   * Counts what a call has written, inside its transaction.
   * @throws Refusal `too_many_requests`
   */
  countWritten: (rate: CountedKind, subjects: string[], points: number) => Promise<void>;
}

interface CountOptions {
  /** The refusal's sentence. */
  message?: string;
  /** The call's points; 1 by default. */
  points?: number;
}

const tooMany = 'Too many tries. Please wait a while and try again.';

const tooMuch = 'That is a lot at once. Please wait a minute and try again.';

const refuseUntil = (message: string, wait: number) =>
  new Refusal('too_many_requests', message, { retryAfter: Math.ceil(wait / 1000) });

export const createRateLimiter = ({ add, addAtOnce, fills, refund }: Counter): RateLimiter => ({
  count: async (rate, subjects, { message = tooMany, points = 1 } = {}) => {
    const wait = await add(rate, subjects, points);
    if (wait > 0) throw refuseUntil(message, wait);
  },
  countWritten: async (rate, subjects, points) => {
    const wait = await addAtOnce(rate, subjects, points);
    if (wait > 0) throw refuseUntil(tooMuch, wait);
  },
  fills,
  refund,
});
