import type { EventStatus } from '../../../contract/events.ts';
import type { Membership } from '../../../contract/membership.ts';
import { createEventRefusal } from '../groups/policy.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { groupVisible, type GroupFacts } from '../membership/policy.ts';

export interface EventFacts {
  status: EventStatus;
  endTime: Date;
  group: GroupFacts;
  membership: Membership | null;
}

/** An event is there for whoever may see its group. */
export const seeEventRefusal = (viewer: Viewer | null, event: EventFacts): Refusal | null =>
  groupVisible(viewer, event.group, event.membership) ? null : notFound('Event');

/** Pending members count as members here. */
export function rsvpRefusal(viewer: Viewer, event: EventFacts, now: Date): Refusal | null {
  const hidden = seeEventRefusal(viewer, event);
  if (hidden) return hidden;
  if (!event.membership) return new Refusal('not_a_member', 'You need to join the group to RSVP');
  if (event.status === 'cancelled') return new Refusal('conflict', 'This event has been cancelled');
  if (event.endTime <= now) return new Refusal('conflict', 'This event has already ended');
  return null;
}

/** Comments are read and written by members, and by admins. */
export const commentRefusal = (viewer: Viewer, event: EventFacts): Refusal | null =>
  seeEventRefusal(viewer, event) ??
  (event.membership || viewer.role === 'admin'
    ? null
    : new Refusal('not_a_member', 'You need to join the group to comment'));

/** Organisers and admins change an event, and call it off, until it is over. */
export function editEventRefusal(viewer: Viewer, event: EventFacts, now: Date): Refusal | null {
  const hidden = seeEventRefusal(viewer, event);
  if (hidden) return hidden;
  if (viewer.role !== 'admin' && createEventRefusal(event.membership)) {
    return new Refusal('forbidden', 'Only organisers of this group can change this event');
  }
  if (event.status === 'cancelled') return new Refusal('conflict', 'This event has been cancelled');
  if (event.endTime <= now) return new Refusal('conflict', 'This event has already ended');
  return null;
}

/** Whoever wrote a comment may take it back; organisers and admins may remove any. */
export function deleteCommentRefusal(
  viewer: Viewer,
  event: EventFacts,
  comment: { userId: string | null },
): Refusal | null {
  if (comment.userId === viewer.id || viewer.role === 'admin') return null;
  return (
    commentRefusal(viewer, event) ??
    (event.membership?.isOrganizer
      ? null
      : new Refusal('forbidden', 'Only its author and organisers can delete this comment'))
  );
}

/** What the page offers; each by the rule that the call itself obeys. */
export const eventAbilities = (viewer: Viewer | null, event: EventFacts, now: Date) => ({
  rsvp: viewer !== null && rsvpRefusal(viewer, event, now) === null,
  comment: viewer !== null && commentRefusal(viewer, event) === null,
  edit: viewer !== null && editEventRefusal(viewer, event, now) === null,
});

export interface EventOutline {
  title: string;
  location: string;
  startTime: string;
  endTime: string;
}
