import { Refusal } from '../../../platform/refusal.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import {
  hiddenRefusal,
  overRefusal,
  seeEventRefusal,
  type EventFacts,
  type PlaceFacts,
} from './event.ts';
import { guestsRefusal, isFirstComeFirstServed, roomRefusal, type Turnout } from './places.ts';

/** Whether there is a list to come onto; whoever is on it stays, though it be switched off. */
export function listRefusal(event: PlaceFacts, now: Date): Refusal | null {
  if (event.capacity === null || !event.waitlistEnabled) {
    return new Refusal('conflict', 'This event has no waiting list');
  }
  return isFirstComeFirstServed(event, now)
    ? new Refusal('conflict', 'The waiting list has ended: places go to whoever comes first')
    : null;
}

/** Whether somebody who may come can wait for a place, or wait for one with so many guests from now on. */
export function waitRefusal(
  event: EventFacts,
  turnout: Turnout,
  guests: number,
  now: Date,
): Refusal | null {
  const { own } = turnout;
  if (own?.status === 'going') return new Refusal('conflict', 'You are going to this event');
  const tooMany = guestsRefusal(event, own, guests);
  if (tooMany || own?.status === 'waiting') return tooMany;
  const noRoom = roomRefusal(event, turnout, guests, now);
  if (own) return noRoom;
  return (
    listRefusal(event, now) ??
    (noRoom ? null : new Refusal('conflict', 'There is a place for you: you need not wait'))
  );
}

/** Who waits is seen, and let in, by those who look after the event. */
export const manageWaitlistRefusal = (viewer: Viewer | null, event: EventFacts): Refusal | null =>
  seeEventRefusal(viewer, event) ??
  (viewer?.role === 'admin' || event.membership?.isOrganizer
    ? null
    : new Refusal('forbidden', 'Only organisers of this group can see who is waiting'));

/** Whether somebody who waits can be let in out of turn. */
export const letInRefusal = (
  event: EventFacts,
  turnout: Turnout,
  guests: number,
  now: Date,
): Refusal | null =>
  hiddenRefusal(event) ??
  overRefusal(event, now) ??
  roomRefusal(event, { ...turnout, othersWait: false }, guests, now);
