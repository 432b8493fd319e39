import { day } from '#contract/platform/durations.ts';
import { maxChildren } from '#contract/platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';

/** How long a link that invites a second adult works. */
export const invitationLength = 7 * day;

export const fullHouseholdRefusal = (count: number): Refusal | null =>
  count >= maxChildren
    ? new Refusal('conflict', `You can answer for ${maxChildren} children at most`)
    : null;

/** Two adults answer for a child at most. */
export const secondAdultRefusal = (adults: number): Refusal | null =>
  adults >= 2 ? new Refusal('conflict', 'Two adults answer for this child already') : null;

export const usedLinkRefusal = (acceptedAt: Date | null): Refusal | null =>
  acceptedAt ? new Refusal('conflict', 'This link has been used already') : null;

/** The adult who invited the other can remove them; the invited one can only leave. */
export const removesOther = (own: { invited: boolean }): boolean => !own.invited;

export const removeAdultRefusal = (own: { invited: boolean }, isSelf: boolean): Refusal | null =>
  isSelf || removesOther(own)
    ? null
    : new Refusal('forbidden', 'Only the adult who invited you can do this');
