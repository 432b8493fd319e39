import { Refusal } from '#platform/refusal.ts';
import {
  hiddenByAdminRefusal,
  overRefusal,
  type EventFacts,
  type PlaceFacts,
} from '#features/events/events/policy/event.ts';
import {
  companionsRefusal,
  isFirstComeFirstServed,
  roomRefusal,
  type AttendanceState,
  type Party,
} from './places.ts';

/** Refuses new entries if there is no list, or if it has ended. Existing entries stay. */
export function noWaitlistRefusal(event: PlaceFacts, now: Date): Refusal | null {
  if (event.capacity === null || !event.waitlistEnabled) {
    return new Refusal('conflict', 'This event has no waiting list');
  }
  return isFirstComeFirstServed(event, now)
    ? new Refusal(
        'conflict',
        'The waiting list has closed. Any free place goes to the first person to take it.',
      )
    : null;
}

/** Decides whether a viewer who may RSVP can join the list, or change who waits with them. */
export function joinWaitlistRefusal(
  event: EventFacts,
  attendance: AttendanceState,
  party: Party,
  now: Date,
): Refusal | null {
  const { own } = attendance;
  if (own?.status === 'going') return new Refusal('conflict', 'You’re already going to this event');
  const tooMany = companionsRefusal(event, own, party.companions);
  if (tooMany || own?.status === 'waiting') return tooMany;
  const noRoom = roomRefusal(event, attendance, party, now);
  if (own) return noRoom;
  return (
    noWaitlistRefusal(event, now) ??
    (noRoom
      ? null
      : new Refusal('conflict', 'There’s a place for you now, so you don’t need to wait'))
  );
}

/** Decides whether somebody on the list can be admitted ahead of the order. */
export const admitRefusal = (
  event: EventFacts,
  attendance: AttendanceState,
  party: Party,
  now: Date,
): Refusal | null =>
  hiddenByAdminRefusal(event) ??
  overRefusal(event, now) ??
  roomRefusal(event, { ...attendance, othersWait: false }, party, now);
