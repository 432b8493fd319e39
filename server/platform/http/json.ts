import { Refusal } from '#platform/refusal.ts';

/** The limits for a body's nesting and number of values: far more than any form has. */
export const deepest = 20;
export const mostValues = 1_000;

const code = (character: string) => character.charCodeAt(0);
const [quote, backslash, comma] = [code('"'), code('\\'), code(',')];
const [list, endOfList, object, endOfObject] = [code('['), code(']'), code('{'), code('}')];

/**
 * The limit for bytes outside texts plus escapes within them: the size of the largest body without
 * a picture. A picture is one long text, which costs next to nothing.
 */
export const mostSigns = 64 * 1024;

const tooDeep = () => new Refusal('invalid', 'The request is nested too deeply');
const tooMany = () => new Refusal('invalid', 'The request has too many parts');

/**
 * Refuses JSON that is nested too deeply, or has too many parts, before it is parsed: eight
 * megabytes of `[` occupy the parser for seconds. The check skips each text in one go.
 */
export function jsonRefusal(bytes: Uint8Array): Refusal | null {
  if (hasTooManyEscapes(bytes)) return tooMany();
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
    if (depth > deepest) return tooDeep();
    if (values > mostValues || signs > mostSigns) return tooMany();
  }
  return null;
}

function hasTooManyEscapes(bytes: Uint8Array): boolean {
  let escapes = 0;
  let at = bytes.indexOf(backslash);
  while (at !== -1 && escapes <= mostSigns) {
    escapes += 1;
    at = bytes.indexOf(backslash, at + 1);
  }
  return escapes > mostSigns;
}

/**
 * Finds the closing quote of the text that begins at `start`; the end of the body if there is none.
 */
function endOfText(bytes: Uint8Array, start: number): number {
  let end = start;
  do {
    end = bytes.indexOf(quote, end + 1);
    if (end === -1) return bytes.length;
  } while (isEscaped(bytes, end));
  return end;
}

function isEscaped(bytes: Uint8Array, at: number): boolean {
  let before = at - 1;
  while (bytes[before] === backslash) before -= 1;
  return (at - before) % 2 === 0;
}
