import { Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { isNearOrOn } from '#features/events/events/policy/venue.ts';
import { seeEventRefusal, type EventFacts } from '#features/events/events/policy/event.ts';

type Names = Pick<EventFacts, 'attendeeNames' | 'membership'>;

/** Decides who reads attendees' names. Organisers and admins always do. */
export function canSeeNames(viewer: Viewer | null, { attendeeNames, membership }: Names): boolean {
  if (!viewer) return false;
  if (viewer.role === 'admin' || membership?.isOrganizer) return true;
  if (attendeeNames === 'members') return membership?.status === 'approved';
  return attendeeNames === 'signed_in';
}

/**
 * Decides whether a viewer gets any rows of other attendees. If names are hidden from signed-in
 * viewers, ids are too: an id leads to the name elsewhere. Visitors never see names.
 */
export const canSeeAttendees = (viewer: Viewer | null, event: Names): boolean =>
  event.attendeeNames === 'signed_in' || canSeeNames(viewer, event);

/** Refuses all but the event's organisers and admins, who do what the sentence says. */
export const organisersOnlyRefusal = (
  viewer: Viewer | null,
  event: EventFacts,
  what: string,
): Refusal | null =>
  seeEventRefusal(viewer, event) ??
  (viewer?.role === 'admin' || event.membership?.isOrganizer
    ? null
    : new Refusal('forbidden', `Only organisers of this group can ${what}`));

/** Organisers and admins add people by hand, and remove guests. */
export const manageAttendeesRefusal = (viewer: Viewer, event: EventFacts): Refusal | null =>
  organisersOnlyRefusal(viewer, event, 'change its attendee list');

/** Organisers and admins search attendees and print the door list, also after the event. */
export const searchAttendeesRefusal = (viewer: Viewer | null, event: EventFacts): Refusal | null =>
  organisersOnlyRefusal(viewer, event, 'search its attendees');

/** Organisers and admins see the waiting list and admit people from it. */
export const manageWaitlistRefusal = (viewer: Viewer | null, event: EventFacts): Refusal | null =>
  organisersOnlyRefusal(viewer, event, 'see who is waiting');

/**
 * Organisers alone read the telephone numbers of adults who bring children, from 24 hours before the
 * start until the end.
 */
export const canSeePhones = (viewer: Viewer, event: EventFacts, now: Date): boolean =>
  searchAttendeesRefusal(viewer, event) === null &&
  event.membership?.isOrganizer === true &&
  isNearOrOn(event, now);

/** Organisers and admins read who has said what. */
export const readAnswersRefusal = (viewer: Viewer, event: EventFacts): Refusal | null =>
  organisersOnlyRefusal(viewer, event, 'see who has answered');
