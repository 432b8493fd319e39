import { mayHoldLinks } from './may-hold-links.ts';

/**
 * Linkify takes the square of a word's length. A text gets this many steps, which is 1,000 mail addresses of ten
 * characters or one of 300; words beyond that stay plain.
 */
export const stepsForText = 100_000;

/** Linkify reads these in one pass: they consist of the characters of RFC 3986. */
const wholeAddress = /^[("'<]?https?:\/\/[\w.~:/?#[\]@!$&'()*+,;=%-]+[>"]?$/i;

/** How many steps linkify takes for a word, about. */
export const stepsFor = (word: string) =>
  wholeAddress.test(word.trim()) ? word.length : word.length ** 2;

export interface Piece {
  from: number;
  piece: string;
  lookedAt: boolean;
}

/** Cuts a text into pieces that linkify looks at or not, each with where it begins. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let steps = stepsForText;
  for (const word of text.split(/(?<=\s)/)) {
    const lookedAt = mayHoldLinks(word) && stepsFor(word) <= steps;
    if (lookedAt) steps -= stepsFor(word);
    const last = pieces.at(-1);
    if (last?.lookedAt === lookedAt) last.piece += word;
    else pieces.push({ from, piece: word, lookedAt });
    from += word.length;
  }
  return pieces;
}
