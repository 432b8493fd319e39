import { Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import {
  hiddenByAdminRefusal,
  overRefusal,
  seeEventRefusal,
  type EventFacts,
} from '#features/events/events/policy/event.ts';
import type { RsvpEntry } from './places.ts';
import { nonMemberRefusal } from './rsvp.ts';

/** A member who may RSVP says that they can't come, or changes what they said, until the event begins. */
export const answerRefusal = (
  viewer: Viewer,
  event: EventFacts,
  own: RsvpEntry | null,
  now: Date,
): Refusal | null =>
  seeEventRefusal(viewer, event) ??
  hiddenByAdminRefusal(event) ??
  (own ? null : nonMemberRefusal(event)) ??
  overRefusal(event, now) ??
  (event.startTime <= now ? new Refusal('conflict', 'This event has already begun') : null);

/** Organisers and admins read who has said what. */
export function readAnswersRefusal(viewer: Viewer, event: EventFacts): Refusal | null {
  const hidden = seeEventRefusal(viewer, event);
  if (hidden) return hidden;
  if (viewer.role === 'admin' || event.membership?.isOrganizer) return null;
  return new Refusal('forbidden', 'Only organisers of this group can see who has answered');
}
