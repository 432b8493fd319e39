import { Refusal } from '../refusal.ts';

/** How deep a body may be nested and how many values it may hold: far more than any form has. */
export const deepest = 20;
export const mostValues = 1_000;

const code = (character: string) => character.charCodeAt(0);
const [quote, backslash, comma] = [code('"'), code('\\'), code(',')];
const [list, endOfList, object, endOfObject] = [code('['), code(']'), code('{'), code('}')];

/**
 * Whether a body in JSON is nested too deeply, or of too many parts, to be parsed: eight megabytes of `[` keep the
 * parser busy for seconds, while one long text costs it next to nothing. Looks at each byte once, and no further than
 * to what is too much.
 */
export function jsonRefusal(bytes: Uint8Array): Refusal | null {
  let depth = 0;
  let values = 1;
  let inText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) inText = !inText;
    else if (inText) at += byte === backslash ? 1 : 0;
    else if (byte === comma) values += 1;
    else if (byte === list || byte === object) depth += 1;
    else if (byte === endOfList || byte === endOfObject) depth -= 1;
    if (depth > deepest) return new Refusal('invalid', 'The request is nested too deeply');
    if (values > mostValues) return new Refusal('invalid', 'The request has too many parts');
  }
  return null;
}
