import type { RsvpState } from '../../../../contract/events.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { hiddenRefusal, overRefusal, seeEventRefusal, type EventFacts } from './event.ts';
import { guestsRefusal, roomRefusal, type Turnout } from './places.ts';
import { listRefusal } from './waitlist.ts';

const closedRefusal = ({ rsvpClosesAt }: EventFacts, now: Date): Refusal | null =>
  rsvpClosesAt !== null && rsvpClosesAt <= now
    ? new Refusal('conflict', 'RSVPs for this event have closed')
    : null;

/** Pending members count as members here. */
export const strangerRefusal = ({ membership }: Pick<EventFacts, 'membership'>): Refusal | null =>
  membership ? null : new Refusal('not_a_member', 'You need to join the group to RSVP');

/** Who may say that they come, or wait for a place. */
export const rsvpRefusal = (viewer: Viewer, event: EventFacts, now: Date): Refusal | null =>
  seeEventRefusal(viewer, event) ??
  hiddenRefusal(event) ??
  strangerRefusal(event) ??
  overRefusal(event, now) ??
  closedRefusal(event, now);

/** Whether somebody who may come can, with so many guests. */
export const attendRefusal = (
  event: EventFacts,
  turnout: Turnout,
  guests: number,
  now: Date,
): Refusal | null =>
  guestsRefusal(event, turnout.own, guests) ?? roomRefusal(event, turnout, guests, now);

/** What the RSVP control shows to somebody who sees the event. */
export function rsvpState(
  viewer: Viewer | null,
  event: EventFacts,
  turnout: Turnout,
  now: Date,
): RsvpState {
  const { own } = turnout;
  if (overRefusal(event, now)) return event.status === 'cancelled' ? 'cancelled' : 'ended';
  if (hiddenRefusal(event)) return 'closed';
  if (closedRefusal(event, now) && own?.status !== 'going') return 'closed';
  if (!viewer) return 'sign_in';
  if (!event.membership) return 'join_group';
  if (event.membership.status === 'pending') return 'request_pending';
  if (own?.status === 'going') return 'open';
  if (own?.status === 'offered') return 'offered';
  if (!attendRefusal(event, turnout, own?.guests ?? 0, now)) return 'open';
  if (own) return 'waiting';
  return listRefusal(event, now) ? 'full' : 'waitlist';
}

/** Attendees are searched, and printed as a list for the door, by those who look after the event: also once it is over. */
export function searchAttendeesRefusal(viewer: Viewer | null, event: EventFacts): Refusal | null {
  const hidden = seeEventRefusal(viewer, event);
  if (hidden) return hidden;
  if (viewer?.role === 'admin' || event.membership?.isOrganizer) return null;
  return new Refusal('forbidden', 'Only organisers of this group can search its attendees');
}
