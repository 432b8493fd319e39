import type { GuestRsvp, GuestState } from '#contract/events/guest-rsvps.ts';
import { paths } from '#contract/platform/paths.ts';
import { Refusal } from '#platform/refusal.ts';
import { seeEventRefusal, type EventFacts } from '#features/events/events/policy/event.ts';

/** A guest's RSVP, as far as decisions need it. */
interface GuestFacts {
  status: 'unconfirmed' | 'cant' | 'waiting' | 'offered' | 'going' | 'came' | 'cancelled';
  expiresAt: Date | null;
  confirmedAt: Date | null;
}

/** Refuses alike a link that never existed, has lapsed, was erased, or whose event is over. */
export const endedLink = () => new Refusal('not_found', 'This link has ended');

/** A link works until the event ends, while signed-out visitors may see the event. */
export const guestLinkRefusal = (
  guest: GuestFacts,
  event: EventFacts,
  now: Date,
): Refusal | null => {
  const hasLapsed = guest.expiresAt !== null && guest.expiresAt <= now;
  return event.endTime <= now || hasLapsed || seeEventRefusal(null, event) ? endedLink() : null;
};

/** Tells whether a guest has cancelled and can still come after all: they are erased later. */
export const canReturn = ({ status, expiresAt, confirmedAt }: GuestFacts): boolean =>
  status === 'unconfirmed' && expiresAt !== null && confirmedAt !== null;

/** Returns the state that the guest's page shows. */
export const guestState = (guest: GuestFacts, event: Pick<EventFacts, 'status'>): GuestState => {
  const { status } = guest;
  if (event.status === 'cancelled' || status === 'cant') return 'over';
  if (status === 'came') return 'going';
  return canReturn(guest) ? 'cancelled' : status;
};

export const guestKeyName = (eventId: number) => `guest-${eventId}`;

/** Says that a browser keeps no guest's key. */
export const noGuestKey = (eventId: number) => ({
  name: guestKeyName(eventId),
  paths: [paths.event(eventId), `/api${paths.event(eventId)}`],
  kept: undefined,
});

/** Returns what a browser keeps of a guest: the key, until the event is over or they are erased. */
export const guestKeyOf = (token: string, { event, state, returnUntil }: GuestRsvp) =>
  state === 'over' || (state === 'cancelled' && !returnUntil)
    ? noGuestKey(event.id)
    : {
        ...noGuestKey(event.id),
        kept: { value: token, expiresAt: new Date(returnUntil ?? event.endTime) },
      };

/** A cancelled RSVP was erased: coming after all needs a new request. */
export const cancelledRefusal = ({ status }: Pick<GuestFacts, 'status'>): Refusal | null =>
  status === 'cancelled'
    ? new Refusal(
        'conflict',
        'You’ve cancelled. If you’d like to come after all, ask again on the event’s page.',
      )
    : null;

/** Bans and organisers' blocks hold for addresses too. */
export const addressRefusal = (address: {
  isBanned: boolean;
  isBlocked: boolean;
}): Refusal | null =>
  address.isBanned || address.isBlocked
    ? new Refusal('forbidden', 'This email address can’t be used for this event')
    : null;

/** Accepting and declining need an offer. */
export const offerRefusal = ({ status }: Pick<GuestFacts, 'status'>): Refusal | null =>
  status === 'offered'
    ? null
    : new Refusal(
        'conflict',
        'This place is no longer kept for you. Please check whether there’s still room.',
      );
