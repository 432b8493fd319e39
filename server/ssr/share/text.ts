/**
 * The characters that the pictures' fonts cover: the languages of Europe in Latin script, and
 * Vietnamese.
 */
const coveredCharacters =
  /[ -~\u00a1-\u00a3\u00a5-\u00ac\u00ae-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u0126-\u012b\u012e-\u0133\u0136-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u015b\u015e-\u0161\u0164-\u0165\u0168-\u017e\u01a0-\u01a1\u01af-\u01b0\u01cd-\u01ce\u0218-\u021b\u1e80-\u1e85\u1e9e\u1ea0-\u1ef9\u2013-\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026\u2032-\u2033\u2039-\u203a\u20ac\u2122]/;

const letterPattern = /[\p{L}\p{N}]/gu;
const countMatches = (text: string, what: RegExp) => text.match(what)?.length ?? 0;

/** Returns a character as it can be drawn: itself, its plain form ('𝓑' is a 'B'), or a gap. */
function drawableCharacter(character: string): string {
  if (coveredCharacters.test(character)) return character;
  if (/[\u2010-\u2012\u2212]/.test(character)) return '-';
  if (/\p{M}|\p{Cf}/u.test(character)) return '';
  const plain = [...character.normalize('NFKD')]
    .filter((part) => coveredCharacters.test(part))
    .join('');
  return plain || ' ';
}

/**
 * Removes characters that can't be drawn (emoji, other scripts). Returns undefined if most of the
 * text is lost, so nobody sees a sentence full of gaps.
 */
export function drawableText(text: string): string | undefined {
  const drawnText = [...text.normalize('NFC')]
    .map(drawableCharacter)
    .join('')
    .replace(/[([{]\s*[)\]}]/g, ' ')
    .replace(/\s+/g, ' ');
  const letters = countMatches(drawnText, letterPattern);
  const lost = countMatches(text.normalize('NFC'), letterPattern) - letters;
  return letters > 0 && lost <= letters ? withoutLooseEnds(drawnText) : undefined;
}

const joiningCharacters = new Set(' ,:;|/•–—-');

/** Removes separators that a removed beginning or end leaves at the edges. */
function withoutLooseEnds(text: string): string {
  const characters = [...text];
  const isKept = (character: string) => !joiningCharacters.has(character);
  return characters
    .slice(characters.findIndex(isKept), characters.findLastIndex(isKept) + 1)
    .join('');
}

export interface Fit {
  fontSize: number;
  /** The lines that fit if the title needs more. */
  cutAt?: number;
}

interface Room {
  width: number;
  height: number;
  /** Sizes from the largest; if none fits, the last is used and the text truncated. */
  sizes: readonly [number, ...number[]];
}

export const titleLeading = 1.08;

/** Returns the largest size at which a title fits. */
export function fitTitle(title: string, { width, height, sizes }: Room): Fit {
  const linesAt = (fontSize: number) => Math.floor(height / (fontSize * titleLeading));
  const fontSize = sizes.find((size) => wrappedLines(title, width / size) <= linesAt(size));
  if (fontSize !== undefined) return { fontSize };
  const smallest = sizes.at(-1) ?? sizes[0];
  return { fontSize: smallest, cutAt: linesAt(smallest) };
}

/**
 * Estimates how many lines a text takes in a column of so many ems; rather one too many than one
 * too few.
 */
function wrappedLines(text: string, column: number): number {
  let lines = 1;
  let used = 0;
  for (const word of text.split(' ')) {
    const width = widthEms(word);
    if (used > 0 && used + spaceEms + width > column) {
      lines += 1;
      used = 0;
    }
    used += (used > 0 ? spaceEms : 0) + width;
    // A word wider than the column would break, so a larger size isn't worth it.
    if (used > column) lines += 100;
  }
  return lines;
}

/** Tells whether a text fits on one line of so many ems. */
export const fitsLine = (text: string, column: number): boolean => wrappedLines(text, column) === 1;

const spaceEms = 0.24;

/** The width of the display face at its heaviest, by kind of character. */
const widthEms = (word: string) =>
  [...word].reduce((sum, character) => {
    if (/[iIjlft.,:;'’!|()[\]]/.test(character)) return sum + 0.36;
    if (/[MWÆŒ@%—]/.test(character)) return sum + 1.05;
    if (/[mw&]/.test(character)) return sum + 0.92;
    return sum + (/[\p{Lu}\d]/u.test(character) ? 0.7 : 0.59);
  }, 0);
