import { day } from '#contract/platform/durations.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import {
  hiddenByAdminRefusal,
  overRefusal,
  seeEventRefusal,
  type EventFacts,
} from '#features/events/events/policy/event.ts';
import type { RsvpEntry } from './places.ts';
import { readAnswersRefusal } from './attendees.ts';
import { closedRefusal, nonMemberRefusal } from './rsvp.ts';

/**
 * A member who may RSVP says that they can't come, or changes what they said, until the event
 * begins.
 */
export const answerRefusal = (
  viewer: Viewer,
  event: EventFacts,
  own: RsvpEntry | null,
  now: Date,
): Refusal | null =>
  seeEventRefusal(viewer, event) ??
  hiddenByAdminRefusal(event) ??
  (own ? null : nonMemberRefusal(event)) ??
  begunRefusal(event, now);

/** An event that is cancelled or has begun takes no answers. */
export const begunRefusal = (event: EventFacts, now: Date): Refusal | null =>
  overRefusal(event, now) ??
  (event.startTime <= now ? new Refusal('conflict', 'This event has already begun') : null);

interface Asking {
  asksEverybody: boolean;
  askedAt: Date | null;
}

/** Members are asked at most once a day about an event, by hand or unprompted. */
export const askPause = day;

/** Organisers and admins ask the members who haven't said. */
export function askRefusal(
  viewer: Viewer,
  event: EventFacts,
  { asksEverybody, askedAt }: Asking,
  now: Date,
): Refusal | null {
  const refused =
    readAnswersRefusal(viewer, event) ??
    hiddenByAdminRefusal(event) ??
    begunRefusal(event, now) ??
    closedRefusal(event, now);
  if (refused) return refused;
  if (!asksEverybody) return new Refusal('conflict', 'This event doesn’t ask everybody');
  return askedAt !== null && askedAt.getTime() > now.getTime() - askPause
    ? new Refusal('conflict', 'They were asked within the last day')
    : null;
}
