import type { Audience, AttendeeNames, OpenTo } from '#contract/community/audience.ts';
import type { EventStatus } from '#contract/events/events.ts';
import type { Membership } from '#contract/community/membership.ts';
import { createEventRefusal } from '#features/community/groups/policy.ts';
import { restoreTime } from '#contract/platform/durations.ts';
import { notFound, Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import {
  groupVisible,
  canSeeHidden,
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
  cancelledAt: Date | null;
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
  (event.status !== 'hidden' || canSeeHidden(viewer, event.createdById))
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

/** Organisers and admins look after an event. */
function manageEventRefusal(viewer: Viewer, event: EventFacts): Refusal | null {
  const hidden = seeEventRefusal(viewer, event);
  if (hidden) return hidden;
  return viewer.role !== 'admin' && createEventRefusal(event.membership)
    ? new Refusal('forbidden', 'Only organisers of this group can change this event')
    : null;
}

/** They can change and cancel it until it is over. */
export const editEventRefusal = (viewer: Viewer, event: EventFacts, now: Date): Refusal | null =>
  manageEventRefusal(viewer, event) ?? overRefusal(event, now);

/** Once it is over they can delete it, if nobody has answered for it or written under it. */
export function deleteEventRefusal(
  viewer: Viewer,
  event: EventFacts,
  isAnswered: boolean,
  now: Date,
): Refusal | null {
  const refusal = manageEventRefusal(viewer, event) ?? hiddenByAdminRefusal(event);
  if (refusal) return refusal;
  if (event.endTime > now) return new Refusal('conflict', 'This event isn’t over yet');
  return isAnswered
    ? new Refusal('conflict', 'This event has already ended. People have answered, so it stays.')
    : null;
}

/** Until when a cancelled event can be put back: for 24 hours, and not once it was to begin. */
export const restorableUntil = ({
  cancelledAt,
  startTime,
}: Pick<EventFacts, 'cancelledAt' | 'startTime'>): Date | null =>
  cancelledAt && new Date(Math.min(cancelledAt.getTime() + restoreTime, startTime.getTime()));

/** Tells whether a cancelled event, which nobody has hidden, can still be put back. */
export const isRestorable = (
  event: Pick<EventFacts, 'status' | 'cancelledAt' | 'startTime'>,
  now: Date,
): boolean => event.status === 'cancelled' && (restorableUntil(event) ?? now) > now;

/** An event can be put back for a while, by the people who may cancel it. */
export function restoreEventRefusal(viewer: Viewer, event: EventFacts, now: Date): Refusal | null {
  const isOff = event.status === 'cancelled';
  const refusal =
    editEventRefusal(viewer, isOff ? { ...event, status: 'scheduled' } : event, now) ??
    hiddenByAdminRefusal(event);
  if (refusal || !isOff || isRestorable(event, now)) return refusal;
  return event.startTime <= now
    ? new Refusal('conflict', 'This event can’t be put back, as it was to begin by now')
    : new Refusal(
        'conflict',
        'An event can be put back for 24 hours after it was cancelled. You can copy it instead.',
      );
}
