import type { Brake, Guessed } from './rate.ts';
import { Refusal } from './refusal.ts';

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

/**
 * Counts each guess before it is looked at, so that many at once are not too many, and takes back those that were not
 * wrong.
 * @throws Refusal `too_many_requests`, and whatever `answer` throws
 */
export async function withGuessesCounted<T>(
  guesses: Guess[],
  brake: Brake,
  answer: () => Promise<T>,
): Promise<T> {
  await countAll(guesses, brake);
  try {
    const given = await answer();
    await forgive(guesses, brake);
    return given;
  } catch (error) {
    await forgive(
      guesses.filter((guess) => !isWrong(guess, error)),
      brake,
    );
    throw error;
  }
}

/** Where one is refused, none is looked at. */
async function countAll(guesses: Guess[], brake: Brake): Promise<void> {
  for (const [index, { what, subject }] of guesses.entries()) {
    try {
      await brake.countGuess(what, subject);
    } catch (error) {
      await forgive(guesses.slice(0, index), brake);
      throw error;
    }
  }
}

async function forgive(guesses: Guess[], brake: Brake): Promise<void> {
  for (const { what, subject } of guesses) await brake.forgiveGuess(what, subject);
}

/** A refusal that names the fields at fault, and not this one, says that it was right or not looked at. */
const isWrong = ({ field }: Guess, error: unknown): boolean =>
  !(error instanceof Refusal && error.fields) || field in error.fields;
