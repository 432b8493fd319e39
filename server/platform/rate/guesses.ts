import type { RateLimiter, Guessed } from './limits.ts';
import { Refusal } from '../refusal.ts';

/** What in a call may be a wrong password or code, and whose it would be. */
export interface Guess {
  what: Guessed;
  /** Of the body, and of the refusal where it is wrong. */
  field: string;
  /** The account's address, whether or not there is such an account. */
  owner: string;
  /** What it is counted under. */
  subject: string;
}

interface Counting {
  rateLimiter: RateLimiter;
  /** Tells its owner that there were many. */
  warn: (guess: Guess) => Promise<void>;
}

/**
 * Counts each guess before it is looked at, so that many at once are not too many, and takes back those that were not
 * wrong. The owner is told of many, also of those that came too often to be looked at.
 * @throws Refusal `too_many_requests`, and whatever `answer` throws
 */
export async function withGuessesCounted<T>(
  guesses: Guess[],
  { rateLimiter, warn }: Counting,
  answer: () => Promise<T>,
): Promise<T> {
  const note = async (guess: Guess) => {
    if (await rateLimiter.isToBeTold(guess.owner)) await warn(guess);
  };
  await countAll(guesses, rateLimiter, note);
  try {
    const given = await answer();
    await forgive(guesses, rateLimiter);
    return given;
  } catch (error) {
    const wrong = guesses.filter((guess) => isWrong(guess, error));
    await forgive(
      guesses.filter((guess) => !wrong.includes(guess)),
      rateLimiter,
    );
    if (isExpected(error)) for (const guess of wrong) await note(guess);
    throw error;
  }
}

/** Where one is refused, none is looked at. */
async function countAll(
  guesses: Guess[],
  rateLimiter: RateLimiter,
  note: (guess: Guess) => Promise<void>,
): Promise<void> {
  for (const [index, guess] of guesses.entries()) {
    try {
      await rateLimiter.countGuess(guess.what, guess.subject);
    } catch (error) {
      await forgive(guesses.slice(0, index), rateLimiter);
      await note(guess);
      throw error;
    }
  }
}

async function forgive(guesses: Guess[], rateLimiter: RateLimiter): Promise<void> {
  for (const { what, subject } of guesses) await rateLimiter.forgiveGuess(what, subject);
}

/** A refusal that names the fields at fault, and not this one, says that it was right or not looked at. */
const isWrong = ({ field }: Guess, error: unknown): boolean =>
  !(error instanceof Refusal && error.fields) || field in error.fields;

/** What failed for other reasons counts as a guess, since nobody knows, and is told to nobody. */
const isExpected = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'invalid' || error.code === 'sign_in_required');
