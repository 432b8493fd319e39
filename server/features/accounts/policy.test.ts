import { describe, expect, it } from 'vitest';
import { profileRefusal } from './policy.ts';

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
