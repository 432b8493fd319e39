import { randomBytes } from 'node:crypto';

/** Crockford's alphabet: without I, L, O and U, which people misread. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Makes a random code of letters and digits, five bits each, for people to read and type. */
export const readableCode = (length: number): string =>
  Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');

/** Makes a readable code with a dash after every `size` characters. */
export const groupedCode = (length: number, size: number): string =>
  Array.from({ length: length / size }, () => readableCode(size)).join('-');
