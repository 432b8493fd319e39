import { Refusal } from '#platform/refusal.ts';
import { offersEndAt } from './offer-clock.ts';
import type { PlaceFacts } from '#features/events/events/policy/event.ts';

/** The people of an RSVP or a waiting list entry. */
export interface Party {
  companions: number;
  /** Whether the user comes; true where it isn't said. */
  self?: boolean | undefined;
  /** How many of the user's children come. */
  children?: number | undefined;
}

/** A user's RSVP or waiting list entry. */
export interface RsvpEntry extends Party {
  status: 'going' | 'waiting' | 'offered';
}

/** A user's state at an event. */
export interface AttendanceState {
  own: RsvpEntry | null;
  /** True if another user is on the list without an offer. */
  othersWait: boolean;
  /** Places that the user's children hold by another adult's answer, and would bring along. */
  held?: number;
}

export const emptyAttendance: AttendanceState = { own: null, othersWait: false };

/** Counts the person who answers, their children and their companions. */
export const placesOf = ({ self = true, children = 0, companions }: Party): number =>
  Number(self) + children + companions;

export const placesLeft = ({ capacity, placesTaken }: PlaceFacts): number | null =>
  capacity === null ? null : Math.max(0, capacity - placesTaken);

/** Counts the places that an entry occupies: of an RSVP, or of an offer. */
export const placesTakenBy = (own: RsvpEntry | null): number =>
  own && own.status !== 'waiting' ? placesOf(own) : 0;

/** True once offers have ended: free places go to the first to RSVP. */
export const isFirstComeFirstServed = (event: PlaceFacts, now: Date): boolean =>
  now >= offersEndAt(event);

/** Refuses more places than are free, and any while others are on the waiting list. */
export function roomRefusal(
  event: PlaceFacts,
  { own, othersWait, held = 0 }: AttendanceState,
  party: Party,
  now: Date,
): Refusal | null {
  const more = placesOf(party) - placesTakenBy(own) - held;
  if (more <= 0) return null;
  const full = fullRefusal(event, more);
  if (full) return full;
  return othersWait && !isFirstComeFirstServed(event, now)
    ? new Refusal('full', 'Others are waiting for a place and come first')
    : null;
}

/** Refuses more people than there is room for; people at the door come before the waiting list. */
export function fullRefusal(event: PlaceFacts, more: number): Refusal | null {
  const left = placesLeft(event);
  return left !== null && left < more ? new Refusal('full', fullSentence(left)) : null;
}

const fullSentence = (left: number): string => {
  if (left === 0) return 'This event is full';
  return left === 1 ? 'There is only 1 place left' : `There are only ${left} places left`;
};

/** Refuses more companions than the event allows, or than the entry has already. */
export function companionsRefusal(
  { guestsAllowed }: PlaceFacts,
  own: RsvpEntry | null,
  companions: number,
): Refusal | null {
  if (companions <= Math.max(guestsAllowed, own?.companions ?? 0)) return null;
  const sentence =
    guestsAllowed === 0
      ? 'You can’t bring guests to this event'
      : `You can bring ${guestsAllowed} ${guestsAllowed === 1 ? 'guest' : 'guests'} at most`;
  return new Refusal('invalid', sentence, { fields: { guests: sentence } });
}

/** Decides whether a viewer who may RSVP gets places for these people. */
export const attendRefusal = (
  event: PlaceFacts,
  attendance: AttendanceState,
  party: Party,
  now: Date,
): Refusal | null =>
  companionsRefusal(event, attendance.own, party.companions) ??
  roomRefusal(event, attendance, party, now);

/** Refuses a capacity below the places that RSVPs and offers take. */
export function capacityRefusal(capacity: number, placesTaken: number): Refusal | null {
  if (capacity >= placesTaken) return null;
  const sentence = `${placesTaken} ${placesTaken === 1 ? 'place is' : 'places are'} taken already`;
  return new Refusal('conflict', sentence, { fields: { capacity: sentence } });
}
