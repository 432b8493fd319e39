import { invalid, Refusal } from '../../platform/refusal.ts';

/** A completed profile is needed to create a group, RSVP and comment; `purpose` ends the sentence. */
export const profileRefusal = (
  person: { profileCompleted: boolean },
  purpose: string,
): Refusal | null =>
  person.profileCompleted
    ? null
    : new Refusal('profile_incomplete', `Please complete your profile to ${purpose}`);

/** Who leaves says so once more: by the password, or by the e-mail address where there is no password. */
export function deletionRefusal(
  account: { email: string; hasPassword: boolean },
  proof: { passwordMatches: boolean; email: string | undefined },
): Refusal | null {
  if (account.hasPassword) {
    return proof.passwordMatches ? null : invalid({ password: 'This is not your password' });
  }
  const typed = proof.email?.trim().toLowerCase();
  return typed === account.email ? null : invalid({ email: 'This is not your email' });
}

/** There is always one admin who can act. */
export const adminsRefusal = (otherAdmins: number): Refusal | null =>
  otherAdmins > 0
    ? null
    : new Refusal('conflict', 'The site needs an admin. Make another member an admin first.');
