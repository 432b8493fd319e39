import { Refusal } from '#platform/refusal.ts';
import type { RateLimiter } from './limits.ts';

/** The kinds of secrets that people guess at. */
export const guessable = ['password', 'code'] as const;
export type GuessedSecret = (typeof guessable)[number];

/** A value in a call that may be a wrong password or code, and its account. */
export interface Guess {
  what: GuessedSecret;
  /** The field of the body, and of the refusal if it is wrong. */
  field: string;
  /** The account's address, whether or not the account exists. */
  owner: string;
  /** The subject that the guess counts against. */
  subject: string;
}

/** The rate limits of each kind of guess. */
const countedAs = { password: ['guess', 'guess_day'], code: ['code', 'code_day'] } as const;

const tooMany: Record<GuessedSecret, string> = {
  password:
    'Too many wrong passwords for this account. Please wait a while, or choose a new password by email.',
  code: 'Too many wrong codes for this account. Please wait a while, or use a recovery code.',
};

type TriedSecret = Pick<Guess, 'what' | 'subject'>;

/** @throws Refusal `too_many_requests` */
export async function countGuess(rateLimiter: RateLimiter, { what, subject }: TriedSecret) {
  for (const rate of countedAs[what])
    await rateLimiter.count(rate, [subject], { message: tooMany[what] });
}

/** Refunds guesses that were right or never checked. */
export async function forgetGuesses(
  rateLimiter: RateLimiter,
  guesses: TriedSecret[],
): Promise<void> {
  for (const { what, subject } of guesses)
    for (const rate of countedAs[what]) await rateLimiter.refund(rate, subject);
}

interface Counting {
  rateLimiter: RateLimiter;
  /** Warns the owner about many guesses. */
  warn: (guess: Guess) => Promise<void>;
}

/**
 * Counts each guess before it is checked, so that parallel guesses can't exceed the limit, and
 * refunds those that were not wrong. The owner is warned of many guesses, including those refused
 * unchecked.
 * @throws Refusal `too_many_requests`, and whatever `answer` throws
 */
export async function withGuessesCounted<T>(
  guesses: Guess[],
  { rateLimiter, warn }: Counting,
  answer: () => Promise<T>,
): Promise<T> {
  const note = async (guess: Guess) => {
    if (await rateLimiter.fills('warning', guess.owner)) await warn(guess);
  };
  await countAll(guesses, rateLimiter, note);
  try {
    const result = await answer();
    await forgetGuesses(rateLimiter, guesses);
    return result;
  } catch (error) {
    const wrong = guesses.filter((guess) => isWrong(guess, error));
    await forgetGuesses(
      rateLimiter,
      guesses.filter((guess) => !wrong.includes(guess)),
    );
    if (isExpected(error)) for (const guess of wrong) await note(guess);
    throw error;
  }
}

/** Refuses all if one is over the limit. */
async function countAll(
  guesses: Guess[],
  rateLimiter: RateLimiter,
  note: (guess: Guess) => Promise<void>,
): Promise<void> {
  for (const [index, guess] of guesses.entries()) {
    try {
      await countGuess(rateLimiter, guess);
    } catch (error) {
      await forgetGuesses(rateLimiter, guesses.slice(0, index));
      await note(guess);
      throw error;
    }
  }
}

/** A refusal that names other fields means that this one was right or never checked. */
const isWrong = ({ field }: Guess, error: unknown): boolean =>
  !(error instanceof Refusal && error.fields) || field in error.fields;

/** Other failures count as guesses too, since nobody can tell, but no owner is notified. */
const isExpected = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'invalid' || error.code === 'sign_in_required');
