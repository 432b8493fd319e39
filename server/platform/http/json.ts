import { Refusal } from '#platform/refusal.ts';

/** The deepest nesting of a body. */
export const deepestNesting = 20;

/** The limits of a body: far more than its form, or its file, has. */
export interface BodyBounds {
  values: number;
  /**
   * For bytes outside texts, and for escapes within them. A picture is one long text, which costs
   * next to nothing.
   */
  signs: number;
  escapes: number;
}

const codeOf = (character: string) => character.charCodeAt(0);
const [quote, backslash, comma] = [codeOf('"'), codeOf('\\'), codeOf(',')];
const [list, endOfList, object, endOfObject] = [codeOf('['), codeOf(']'), codeOf('{'), codeOf('}')];

const tooDeep = () => new Refusal('invalid', 'The request is nested too deeply');
const tooMany = () => new Refusal('invalid', 'The request has too many parts');

/**
 * Refuses JSON that is nested too deeply, or has too many parts, before it is parsed: eight
 * megabytes of `[` occupy the parser for seconds. The check skips each text in one go.
 */
export function jsonRefusal(bytes: Uint8Array, bounds: BodyBounds): Refusal | null {
  if (hasTooManyEscapes(bytes, bounds.escapes)) return tooMany();
  let depth = 0;
  let values = 1;
  let signs = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfText(bytes, at);
    else if (byte === comma) values += 1;
    else if (byte === list || byte === object) depth += 1;
    else if (byte === endOfList || byte === endOfObject) depth -= 1;
    signs += 1;
    if (depth > deepestNesting) return tooDeep();
    if (values > bounds.values || signs > bounds.signs) return tooMany();
  }
  return null;
}

/** Counts byte by byte: a search for each takes ten times as long where there are many. */
function hasTooManyEscapes(bytes: Uint8Array, most: number): boolean {
  if (!bytes.includes(backslash)) return false;
  let escapes = 0;
  for (let at = 0; at < bytes.length && escapes <= most; at += 1) {
    if (bytes[at] === backslash) escapes += 1;
  }
  return escapes > most;
}

/**
 * Finds the closing quote of the text that begins at `start`; the end of the body if there is none.
 */
function endOfText(bytes: Uint8Array, start: number): number {
  const first = bytes.indexOf(quote, start + 1);
  if (first === -1) return bytes.length;
  if (bytes[first - 1] !== backslash) return first;
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
