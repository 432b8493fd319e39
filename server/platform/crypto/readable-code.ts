import { randomBytes } from 'node:crypto';

/** Crockford's: without I, L, O and U, which are taken for others. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Letters and digits by chance, five bits each: people can read and type them. */
export const readableCode = (length: number): string =>
  Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');

/** Makes a readable code with a dash after every `size` characters. */
export const groupedCode = (length: number, size: number): string =>
  Array.from({ length: length / size }, () => readableCode(size)).join('-');
