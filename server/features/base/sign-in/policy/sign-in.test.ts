import { describe, expect, it } from 'vitest';
import { isFirstAdmin, linkProblem, signInRefusal } from './sign-in.ts';

describe('signing in', () => {
  const active = { isActive: true };
  const banned = { isActive: false };

  it.each([
    ['an account and its password', active, true, undefined],
    ['an account and a wrong password', active, false, 'sign_in_required'],
    ['no account', undefined, false, 'sign_in_required'],
    ['a banned account and its password', banned, true, 'suspended'],
    ['a banned account and a wrong password', banned, false, 'sign_in_required'],
  ])('with %s', (_, account, matches, code) => {
    expect(signInRefusal(account, matches)?.code).toBe(code);
  });

  it('refuses a wrong address and a wrong password with the same message', () => {
    expect(signInRefusal(undefined, false)?.body).toEqual(signInRefusal(active, false)?.body);
  });
});

describe('an existing account at an issuer sign-in', () => {
  it.each([
    [true, null],
    [false, 'address_taken'],
  ])('is linked if the issuer has verified its address (%s), or else: %s', (there, problem) => {
    expect(linkProblem({ emailVerified: there })).toBe(problem);
  });
});

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
