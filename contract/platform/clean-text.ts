declare const clean: unique symbol;

/** Text that has been through `cleanText()`. Columns for people's text take no other. */
export type CleanText = string & { readonly [clean]: true };

/** A value whose every text is clean; texts of a fixed set stay as they are. */
export type Clean<T> = T extends string
  ? string extends T
    ? CleanText
    : T
  : T extends Date | Uint8Array
    ? T
    : T extends object
      ? { [Key in keyof T]: Clean<T[Key]> }
      : T;

/** A value before its texts are cleaned. */
export type Raw<T> = T extends CleanText
  ? string
  : T extends string | Date | Uint8Array
    ? T
    : T extends object
      ? { [Key in keyof T]: Raw<T[Key]> }
      : T;

/** The longest text that a form, a file or another server may bring, in UTF-16 code units. */
export const longestText = 64 * 1024;

/**
 * Removes control characters, lone surrogates and noncharacters (U+FFFE and the like), which are no
 * text and break XML. Also removes marks that change the direction of all following text, even
 * other people's; letters don't need them.
 */
export const withoutControls = (text: string) =>
  text.replace(
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}|\p{NChar}/gu,
    '',
  );

/**
 * Normalises text (Unicode's UAX #15) with at most 30 marks in a row, like its stream-safe form:
 * sorting marks takes time with the square of their number.
 */
export const normalise = (text: string, form: 'NFC' | 'NFKC' | 'NFKD') =>
  (mayStackMarks.test(text) ? text.replace(/(\p{M}{30})\p{M}+/gu, '$1') : text).normalize(form);

/**
 * Finds code units in a row of blocks that have marks; it takes a twentieth of the time of the
 * exact pattern.
 */
const mayStackMarks = /[^\0-\u02ff\u30a0-\ua66e\uac00-\ud7ff]{31}/;

/**
 * Makes text that every table can keep: in NFC, without control characters or lone surrogates, and
 * cut to `max` UTF-16 code units. Every text that comes from outside passes here, by a form or not.
 */
export function cleanText(text: string, max = longestText): CleanText {
  const cut = normalise(withoutControls(text.slice(0, max)), 'NFC').slice(0, max);
  return (cut.isWellFormed() ? cut : withoutControls(cut)) as CleanText;
}

/** Cleans every text in a value of plain objects and arrays, and the names of its fields. */
export function cleanTexts<T>(value: T, max = longestText): Clean<T> {
  return cleanValue(value, max) as Clean<T>;
}

function cleanValue(value: unknown, max: number): unknown {
  if (typeof value === 'string') return cleanText(value, max);
  if (Array.isArray(value)) return value.map((each) => cleanValue(each, max));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [cleanText(name, max), cleanValue(each, max)]),
  );
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
