import { Refusal } from '../../../platform/refusal.ts';
import { offersEndAt } from '../../waitlist/policy/offer-clock.ts';
import type { PlaceFacts } from './event.ts';

/** What somebody has said of coming, with how many they bring. */
export interface Party {
  status: 'going' | 'waiting' | 'offered';
  guests: number;
}

/** Where somebody stands among those who want to come. */
export interface Turnout {
  own: Party | null;
  /** Whether anybody else is on the list and has no offer. */
  othersWait: boolean;
}

export const nobody: Turnout = { own: null, othersWait: false };

/** How many places a party takes. */
export const placesOf = (guests: number): number => 1 + guests;

export const placesLeft = ({ capacity, placesTaken }: PlaceFacts): number | null =>
  capacity === null ? null : Math.max(0, capacity - placesTaken);

/** What is theirs already: of those who go, and of those whom places are kept for. */
export const placesHeld = (own: Party | null): number =>
  own && own.status !== 'waiting' ? placesOf(own.guests) : 0;

/** Whether nobody's turn counts any more: what is free goes to whoever comes first. */
export const isFirstComeFirstServed = (event: PlaceFacts, now: Date): boolean =>
  now >= offersEndAt(event);

/** Those who wait come before whoever wants more than they have. */
export function roomRefusal(
  event: PlaceFacts,
  { own, othersWait }: Turnout,
  guests: number,
  now: Date,
): Refusal | null {
  const more = placesOf(guests) - placesHeld(own);
  if (more <= 0) return null;
  const left = placesLeft(event);
  if (left !== null && left < more) return new Refusal('full', fullSentence(left));
  return othersWait && !isFirstComeFirstServed(event, now)
    ? new Refusal('full', 'Others are waiting for a place and come first')
    : null;
}

const fullSentence = (left: number): string => {
  if (left === 0) return 'This event is full';
  return left === 1 ? 'There is only 1 place left' : `There are only ${left} places left`;
};

/** A party that was let in, or waits, may stay as large as it is. */
export function guestsRefusal(
  { guestsAllowed }: PlaceFacts,
  own: Party | null,
  guests: number,
): Refusal | null {
  if (guests <= Math.max(guestsAllowed, own?.guests ?? 0)) return null;
  const sentence =
    guestsAllowed === 0
      ? 'You can’t bring guests to this event'
      : `You can bring ${guestsAllowed} ${guestsAllowed === 1 ? 'guest' : 'guests'} at most`;
  return new Refusal('invalid', sentence, { fields: { guests: sentence } });
}

/** An event has room for those who are in already, and for those whom places are kept for. */
export function capacityRefusal(capacity: number, taken: number): Refusal | null {
  if (capacity >= taken) return null;
  const sentence = `${taken} ${taken === 1 ? 'place is' : 'places are'} taken already`;
  return new Refusal('conflict', sentence, { fields: { capacity: sentence } });
}
