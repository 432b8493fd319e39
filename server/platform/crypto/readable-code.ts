import { randomBytes } from 'node:crypto';

/** Crockford's: without I, L, O and U, which are taken for others. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Letters and digits by chance, five bits each, in fours: people can read and type them. */
export function newReadableCode(length: number): string {
  const code = Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
  return code.replace(/(.{4})(?=.)/g, '$1-');
}
