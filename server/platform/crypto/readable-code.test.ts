import { describe, expect, it } from 'vitest';
import { newRecoveryCode, recoveryHash } from './readable-code.ts';

describe('a recovery code', () => {
  it('has 80 bits, in unambiguous letters', () => {
    const codes = Array.from({ length: 500 }, newRecoveryCode);
    for (const code of codes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(codes).size).toBe(500);
    // All 32 letters occur, so the random choice leaves none out.
    expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32);
  });

  it.each(['q7zk-0m4t-9xbr-h2vd', 'Q7ZK0M4T9XBRH2VD', ' Q7ZK OM4T 9XBR H2VD '])(
    'matches as typed: %j',
    (typed) => {
      expect(recoveryHash(typed)).toBe(recoveryHash('Q7ZK-0M4T-9XBR-H2VD'));
    },
  );

  it('does not match with one letter changed', () => {
    expect(recoveryHash('Q7ZK-0M4T-9XBR-H2VE')).not.toBe(recoveryHash('Q7ZK-0M4T-9XBR-H2VD'));
  });
});
