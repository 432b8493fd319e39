import { Refusal } from '../http/refusal.ts';

/** A completed profile is needed to create a group, RSVP and comment (contract §4); `purpose` ends the sentence. */
export const profileRefusal = (
  person: { profileCompleted: boolean },
  purpose: string,
): Refusal | null =>
  person.profileCompleted
    ? null
    : new Refusal('profile_incomplete', `Please complete your profile to ${purpose}`);
