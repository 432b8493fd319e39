import type { GuestRsvp } from '#contract/events/guest-rsvps.ts';

/** The link's token and what it stands for; every part of a guest's page takes these. */
export interface GuestProps {
  token: string;
  rsvp: GuestRsvp;
}

type GuestEvent = GuestRsvp['event'];

/** Returns true if somebody with this many guests fits into the places left. */
export const fits = ({ placesLeft }: GuestEvent, guests: number): boolean =>
  placesLeft === null || 1 + guests <= placesLeft;

/**
 * Returns the most guests that somebody who has no place yet can choose. A party too large for the
 * places left can wait together where there is a list.
 */
export function mostNewGuests({ guestsAllowed, placesLeft, waitlistEnabled }: GuestEvent): number {
  if (placesLeft === null || waitlistEnabled) return guestsAllowed;
  return Math.max(0, Math.min(guestsAllowed, placesLeft - 1));
}

/** Returns the most guests that somebody who has a place can change to. */
export function mostGuestsNow({ state, guests, event }: GuestRsvp): number {
  const allowed = Math.max(event.guestsAllowed, guests);
  if (state !== 'going' || event.placesLeft === null) return allowed;
  return Math.min(allowed, guests + event.placesLeft);
}
