import { Refusal } from '../../platform/refusal.ts';

/** A completed profile is needed to create a group, RSVP and comment; `purpose` ends the sentence. */
export const profileRefusal = (
  person: { profileCompleted: boolean },
  purpose: string,
): Refusal | null =>
  person.profileCompleted
    ? null
    : new Refusal('profile_incomplete', `Please complete your profile to ${purpose}`);

/** Who is banned while a call of theirs is under way does no more. */
export const suspendedRefusal = (account: { isActive: boolean } | undefined): Refusal | null =>
  account?.isActive ? null : new Refusal('suspended', 'This account has been suspended');

/** There is always one admin who can act. */
export const adminsRefusal = (otherAdmins: number): Refusal | null =>
  otherAdmins > 0
    ? null
    : new Refusal('conflict', 'The site needs an admin. Make another member an admin first.');
