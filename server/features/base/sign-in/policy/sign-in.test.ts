import { describe, expect, it } from 'vitest';
import { isFirstAdmin } from './sign-in.ts';

describe('the first admin', () => {
  const operator = { email: 'ada@example.com', emailVerified: true, role: 'user' };

  it.each([
    ['whoever has confirmed the address set', operator, 'ada@example.com', true],
    ['not who has not', { ...operator, emailVerified: false }, 'ada@example.com', false],
    ['nobody of another address', operator, 'bea@example.com', false],
    ['nobody where none is set', operator, undefined, false],
    ['not made one twice', { ...operator, role: 'admin' }, 'ada@example.com', false],
  ])('is %s', (_, account, address, expected) => {
    expect(isFirstAdmin(account, address)).toBe(expected);
  });
});
