import { groupedCode } from './readable-code.ts';
import { tokenHash } from './token.ts';

/** Makes an 80-bit code that people can type: 'Q7ZK-0M4T-9XBR-H2VD'. */
export const newRecoveryCode = (): string => groupedCode(16, 4);

/** Hashes a recovery code as the database stores it, however the code is typed. */
export function recoveryHash(typed: string): string {
  const meant = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return tokenHash(meant.replaceAll('O', '0').replace(/[IL]/g, '1'));
}
