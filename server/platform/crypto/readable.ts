import { randomInt } from 'node:crypto';

/** Without the letters and digits that are taken for one another. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Letters and digits that nobody guesses, and that can be read out. */
export const readableCode = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** The number of a piece of work, in two parts: '7KQ2M-XH4TB'. */
export const newReference = (): string => `${readableCode(5)}-${readableCode(5)}`;
