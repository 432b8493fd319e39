import type { Audience, AttendeeNames, OpenTo } from '#contract/community/audience.ts';
import type { EventStatus } from '#contract/events/events.ts';
import type { Membership } from '#contract/community/membership.ts';
import { createEventRefusal } from '#features/community/groups/policy.ts';
import { notFound, Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import {
  groupVisible,
  maySeeHidden,
  hiddenSubjectRefusal,
  type GroupFacts,
} from '#features/community/membership/policy.ts';

/** The limits on attendance. */
export interface PlaceFacts {
  startTime: Date;
  capacity: number | null;
  guestsAllowed: number;
  rsvpClosesAt: Date | null;
  waitlistEnabled: boolean;
  placesTaken: number;
}

export interface EventFacts extends PlaceFacts {
  id: number;
  status: EventStatus | 'hidden';
  createdById: string | null;
  endTime: Date;
  /** The event's own choice of who sees attendees' names, or its group's. */
  attendeeNames: AttendeeNames;
  audience: Audience;
  /** Whether people without an account may come. */
  openTo: OpenTo;
  group: GroupFacts;
  membership: Membership | null;
}

/**
 * Everybody who sees the group sees the event. Only its creator and admins among them see a hidden
 * one.
 */
export const seeEventRefusal = (viewer: Viewer | null, event: EventFacts): Refusal | null =>
  groupVisible(viewer, event.group, event.membership) &&
  (event.status !== 'hidden' || maySeeHidden(viewer, event.createdById))
    ? null
    : notFound('Event');

/** Nobody can attend a hidden event or comment on it, even those who see it. */
export const hiddenByAdminRefusal = (event: EventFacts): Refusal | null =>
  hiddenSubjectRefusal(event, 'event') ?? hiddenSubjectRefusal(event.group, 'event');

/** An event that is cancelled or over can't change. */
export const overRefusal = (event: EventFacts, now: Date): Refusal | null => {
  if (event.status === 'cancelled') return new Refusal('conflict', 'This event has been cancelled');
  if (event.endTime <= now) return new Refusal('conflict', 'This event has already ended');
  return null;
};

/** Organisers and admins can change and cancel an event until it is over. */
export function editEventRefusal(viewer: Viewer, event: EventFacts, now: Date): Refusal | null {
  const hidden = seeEventRefusal(viewer, event);
  if (hidden) return hidden;
  if (viewer.role !== 'admin' && createEventRefusal(event.membership)) {
    return new Refusal('forbidden', 'Only organisers of this group can change this event');
  }
  return overRefusal(event, now);
}
