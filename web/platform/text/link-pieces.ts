import { mayHoldLinks } from './may-hold-links.ts';

/**
 * Linkify's time grows with the square of a word's length. A text gets this many steps, enough for
 * 1,000 email addresses of ten characters or one of 300. Words beyond that stay plain.
 */
export const stepsForText = 100_000;

/** Linkify scans these in one pass, because they only have characters of RFC 3986. */
const wholeAddress = /^[("'<]?https?:\/\/[\w.~:/?#[\]@!$&'()*+,;=%-]+[>"]?$/i;

/** Estimates the steps that linkify takes for a word. */
export const stepsFor = (word: string) =>
  wholeAddress.test(word.trim()) ? word.length : word.length ** 2;

export interface Piece {
  from: number;
  piece: string;
  isScanned: boolean;
}

/** Splits a text into pieces that linkify scans or skips, each with its offset. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let steps = stepsForText;
  for (const word of text.split(/(?<=\s)/)) {
    const isScanned = mayHoldLinks(word) && stepsFor(word) <= steps;
    if (isScanned) steps -= stepsFor(word);
    const last = pieces.at(-1);
    if (last?.isScanned === isScanned) last.piece += word;
    else pieces.push({ from, piece: word, isScanned });
    from += word.length;
  }
  return pieces;
}
