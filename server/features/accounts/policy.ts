import { suspendedWords } from '../../../contract/suspension.ts';
import { Refusal } from '../../platform/refusal.ts';

/** A completed profile is needed to create a group, RSVP and comment; `purpose` ends the sentence. */
export const profileRefusal = (
  person: { profileCompleted: boolean },
  purpose: string,
): Refusal | null =>
  person.profileCompleted
    ? null
    : new Refusal('profile_incomplete', `Please complete your profile to ${purpose}`);

/** `suspendedUntil`: when it ends by itself. */
interface Standing {
  isActive: boolean;
  suspendedUntil?: Date | null;
}

/** Who is banned while a call of theirs is under way does no more. */
export function suspendedRefusal(account: Standing | undefined): Refusal | null {
  if (account?.isActive) return null;
  return new Refusal('suspended', suspendedWords(account?.suspendedUntil));
}

/** There is always one admin who can act. */
export const adminsRefusal = (otherAdmins: number): Refusal | null =>
  otherAdmins > 0
    ? null
    : new Refusal('conflict', 'The site needs an admin. Make another member an admin first.');
