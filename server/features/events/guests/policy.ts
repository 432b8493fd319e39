import type { GuestState } from '#contract/events/guest-rsvps.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { seeEventRefusal, type EventFacts } from '#features/events/events/policy/event.ts';
import type { AttendanceState } from '#features/events/attendance/policy/places.ts';

/** A guest's row, as far as decisions need it. */
export interface GuestFacts {
  id: number;
  eventId: number;
  status: 'unconfirmed' | 'going' | 'waiting' | 'cancelled';
  guests: number;
  offerExpiresAt: Date | null;
  expiresAt: Date | null;
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

/** Returns the state that the guest's page shows. */
export function guestState(guest: GuestFacts, event: Pick<EventFacts, 'status'>): GuestState {
  if (event.status === 'cancelled') return 'over';
  return guest.status === 'waiting' && guest.offerExpiresAt ? 'offered' : guest.status;
}

/** Returns the guest's state in the terms of every attendee. */
export const attendanceOf = (guest: GuestFacts, othersWait: boolean): AttendanceState => {
  const { status, guests } = guest;
  if (status === 'going') return { own: { status, guests }, othersWait };
  if (status !== 'waiting') return { own: null, othersWait };
  return { own: { status: guest.offerExpiresAt ? 'offered' : 'waiting', guests }, othersWait };
};

/** A cancelled RSVP was erased: coming after all needs a new request. */
export const cancelledRefusal = ({ status }: GuestFacts): Refusal | null =>
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
export const offerRefusal = ({ status, offerExpiresAt }: GuestFacts): Refusal | null =>
  status === 'waiting' && offerExpiresAt
    ? null
    : new Refusal(
        'conflict',
        'This place is no longer kept for you. Please check whether there’s still room.',
      );

/** Organisers and admins add people by hand, and remove guests. */
export const manageAttendeesRefusal = (viewer: Viewer, event: EventFacts): Refusal | null =>
  seeEventRefusal(viewer, event) ??
  (viewer.role === 'admin' || event.membership?.isOrganizer
    ? null
    : new Refusal('forbidden', 'Only organisers of this group can change its attendee list'));
