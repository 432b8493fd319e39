import type { ReactNode } from 'react';
import type { ApiKey } from '#contract/api.ts';
import { comingPath } from '#contract/events/event-paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { GuestRsvp } from '#contract/events/guest-rsvps.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { CallForm } from '#web/platform/forms/call-form.tsx';
import { SentFrom } from '#web/platform/forms/posted.tsx';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { guestQuery } from './guest-pages.ts';

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

interface GuestChange<Input> {
  token: string;
  send: (input: Input) => Promise<GuestRsvp>;
  /** The title of the toast after a failure. */
  failed: string;
  onDone?: (rsvp: GuestRsvp) => void;
}

/** Changes a guest's RSVP. The page shows the answer; after a refusal it reads how things stand. */
export function useGuestChange<Input = void>({ token, send, failed, onDone }: GuestChange<Input>) {
  const client = useQueryClient();
  const { queryKey } = guestQuery(token);
  return useMutation({
    mutationFn: send,
    onSuccess: async (rsvp) => {
      client.setQueryData(queryKey, rsvp);
      onDone?.(rsvp);
      await refresh(client, '/api/events');
    },
    failed,
    onError: () => void client.invalidateQueries({ queryKey }),
  });
}

/** The link's token and what it stands for; every part of a guest's page takes these. */
export interface GuestProps {
  token: string;
  rsvp: GuestRsvp;
}

type GuestEvent = GuestRsvp['event'];

/** Returns true if somebody with this many guests fits into the places left. */
export const hasRoomFor = ({ placesLeft }: GuestEvent, guests: number): boolean =>
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
