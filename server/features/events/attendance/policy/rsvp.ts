import type { RsvpState } from '#contract/events/events.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import {
  hiddenByAdminRefusal,
  overRefusal,
  seeEventRefusal,
  type EventFacts,
} from '#features/events/events/policy/event.ts';
import { attendRefusal, type AttendanceState, type RsvpEntry } from './places.ts';
import { noWaitlistRefusal } from './waitlist.ts';

/** Refuses new RSVPs, and changes of RSVPs, once they have closed. */
export const closedRefusal = ({ rsvpClosesAt }: EventFacts, now: Date): Refusal | null =>
  rsvpClosesAt !== null && rsvpClosesAt <= now
    ? new Refusal('conflict', 'RSVPs for this event have closed')
    : null;

/**
 * Refuses viewers who never asked to join. Pending members pass: the RSVP control names their
 * request.
 */
export const nonMemberRefusal = ({ membership }: Pick<EventFacts, 'membership'>): Refusal | null =>
  membership ? null : new Refusal('not_a_member', 'You need to join the group to RSVP');

/**
 * Decides who may RSVP or join the waiting list. An RSVP that began without an account needs no
 * membership to be changed.
 */
export const rsvpRefusal = (
  viewer: Viewer,
  event: EventFacts,
  now: Date,
  own: RsvpEntry | null = null,
): Refusal | null =>
  seeEventRefusal(viewer, event) ??
  hiddenByAdminRefusal(event) ??
  (own ? null : nonMemberRefusal(event)) ??
  overRefusal(event, now) ??
  closedRefusal(event, now);

/**
 * Decides whether somebody without an account may ask to come. They see what a visitor sees;
 * members RSVP themselves.
 */
export const guestRequestRefusal = (event: EventFacts, now: Date): Refusal | null =>
  seeEventRefusal(null, event) ??
  overRefusal(event, now) ??
  closedRefusal(event, now) ??
  (event.openTo === 'anyone'
    ? null
    : new Refusal('conflict', 'This event is for members of the group'));

/** Refuses guests where their link could not be emailed. */
export const guestMailRefusal = (takesGuests: boolean): Refusal | null =>
  takesGuests
    ? null
    : new Refusal(
        'conflict',
        'This site can’t send email yet, so nobody can come without an account',
      );

/** The group's organisers have switched messages off. */
export const noMessages = () =>
  new Refusal('forbidden', 'The organisers of this group don’t take messages');

/** Organisers answer by email, and the sender's address is confirmed by one. */
export const questionMailRefusal = (sendsMail: boolean): Refusal | null =>
  sendsMail
    ? null
    : new Refusal(
        'conflict',
        'This site can’t send email yet, so nobody can write to the organisers without an account',
      );

/** People without an account can ask about an event to come that they see. */
export const questionRefusal = (
  event: EventFacts,
  { contactEnabled }: { contactEnabled: boolean },
  now: Date,
): Refusal | null =>
  seeEventRefusal(null, event) ?? overRefusal(event, now) ?? (contactEnabled ? null : noMessages());

/** Returns the state of the RSVP control for a viewer who sees the event. */
export function rsvpState(
  viewer: Viewer | null,
  event: EventFacts,
  attendance: AttendanceState,
  now: Date,
): RsvpState {
  const { own } = attendance;
  if (overRefusal(event, now)) return event.status === 'cancelled' ? 'cancelled' : 'ended';
  if (hiddenByAdminRefusal(event)) return 'closed';
  if (closedRefusal(event, now) && own?.status !== 'going') return 'closed';
  if (!viewer) return 'sign_in';
  if (own?.status === 'going') return 'open';
  if (own?.status === 'offered') return 'offered';
  if (!own && !event.membership) return 'join_group';
  if (!own && event.membership?.status === 'pending') return 'request_pending';
  if (!attendRefusal(event, attendance, own ?? { companions: 0 }, now)) return 'open';
  if (own) return 'waiting';
  return noWaitlistRefusal(event, now) ? 'full' : 'waitlist';
}
