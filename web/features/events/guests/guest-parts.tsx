import type { ReactNode } from 'react';
import type { ApiKey } from '#contract/api.ts';
import { comingPath } from '#contract/events/event-paths.ts';
import type { GuestRsvp } from '#contract/events/guest-rsvps.ts';
import { CallForm } from '#web/platform/forms/call-form.tsx';
import { SentFrom } from '#web/platform/forms/posted.tsx';

interface GuestFormProps {
  keyOf: ApiKey & `POST /api/guest-rsvps/${string}`;
  token: string;
  /** The page after it, where it isn't the guest's own. */
  next?: string;
  id?: string;
  className?: string;
  /** Sends the form where there is a script; without one the browser does. */
  onSend?: () => void;
  children: ReactNode;
}

/** A form that a guest's link sends, with or without a script. */
export const GuestForm = ({ keyOf, token, next, children, ...rest }: GuestFormProps) => (
  <CallForm {...rest} call={keyOf}>
    <input type="hidden" name="token" value={token} />
    <input type="hidden" name="_next" value={next ?? comingPath(token)} />
    {next && <SentFrom path={comingPath(token)} />}
    {children}
  </CallForm>
);

/** The link's token and what it stands for; every part of a guest's page takes these. */
export interface GuestProps {
  token: string;
  rsvp: GuestRsvp;
}

type GuestEvent = GuestRsvp['event'];

/**
 * Returns the most guests that somebody who has no place yet can choose. A party too large for the
 * places left can wait together where there is a list.
 */
export function maxNewGuests({ guestsAllowed, placesLeft, waitlistEnabled }: GuestEvent): number {
  if (placesLeft === null || waitlistEnabled) return guestsAllowed;
  return Math.max(0, Math.min(guestsAllowed, placesLeft - 1));
}

/** Returns the most guests that somebody who has a place can change to. */
export function maxGuestsNow({ state, guests, event }: GuestRsvp): number {
  const allowed = Math.max(event.guestsAllowed, guests);
  if (state !== 'going' || event.placesLeft === null) return allowed;
  return Math.min(allowed, guests + event.placesLeft);
}
