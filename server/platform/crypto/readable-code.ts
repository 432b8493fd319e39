import { randomBytes } from 'node:crypto';
import { tokenHash } from './token.ts';

/** Crockford's alphabet: without I, L, O and U, which people misread. */
const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Makes a random code of letters and digits, five bits each, for people to read and type. */
export const readableCode = (length: number): string =>
  Array.from(randomBytes(length), (byte) => codeAlphabet[byte % codeAlphabet.length]).join('');

/** Makes a readable code with a dash after every `size` characters. */
export const groupedCode = (length: number, size: number): string =>
  Array.from({ length: length / size }, () => readableCode(size)).join('-');

/** Makes an 80-bit code that people can type: 'Q7ZK-0M4T-9XBR-H2VD'. */
export const newRecoveryCode = (): string => groupedCode(16, 4);

/** Hashes a recovery code as the database stores it, however the code is typed. */
export function recoveryHash(typed: string): string {
  const meant = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return tokenHash(meant.replaceAll('O', '0').replace(/[IL]/g, '1'));
}
