import { Refusal } from '../http/refusal.ts';

/** A completed profile is needed to create a group, RSVP and comment (contract §4); `purpose` ends the sentence. */
export const profileRefusal = (
  person: { profileCompleted: boolean },
  purpose: string,
): Refusal | null =>
  person.profileCompleted
    ? null
    : new Refusal('profile_incomplete', `Please complete your profile to ${purpose}`);

/** One answer for an unknown address and a wrong password; a ban is told only to who knows the password. */
export function signInRefusal(
  account: { isActive: boolean } | undefined,
  passwordMatches: boolean,
): Refusal | null {
  if (!account || !passwordMatches)
    return new Refusal('sign_in_required', 'The email or password is not right');
  return account.isActive ? null : new Refusal('suspended', 'This account has been suspended');
}
