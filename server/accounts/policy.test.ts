import { describe, expect, it } from 'vitest';
import { profileRefusal, signInRefusal } from './policy.ts';

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

  it('refuses a wrong address and a wrong password in the same words', () => {
    expect(signInRefusal(undefined, false)?.body).toEqual(signInRefusal(active, false)?.body);
  });
});

describe('taking part', () => {
  it('is for those whose profile is complete', () => {
    expect(profileRefusal({ profileCompleted: true }, 'dance')).toBeNull();
  });

  it('is refused in words that say what it was for', () => {
    expect(profileRefusal({ profileCompleted: false }, 'sign up for events')).toMatchObject({
      code: 'profile_incomplete',
      message: 'Please complete your profile to sign up for events',
    });
  });
});
