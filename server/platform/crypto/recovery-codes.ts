import { randomBytes } from 'node:crypto';
import { tokenHash } from './token.ts';

/** Crockford's: without I, L, O and U, which are taken for others. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 16;

/** 80 bits that people can type: 'Q7ZK-0M4T-9XBR-H2VD'. */
export function newRecoveryCode(): string {
  const code = Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/** What the database holds of a code, however it is typed. */
export function recoveryHash(typed: string): string {
  const meant = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return tokenHash(meant.replaceAll('O', '0').replace(/[IL]/g, '1'));
}
