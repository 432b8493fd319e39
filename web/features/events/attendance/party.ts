import { capitalise } from '#contract/platform/counted.ts';
import type { Event, EventCard, OwnRsvp } from '#contract/events/events.ts';
import { guestLabel } from '#contract/events/form-words.ts';

/** Counts the places that an RSVP takes, or that an offer keeps free. */
const placesOf = (rsvp: OwnRsvp | null | undefined): number =>
  rsvp && rsvp.status !== 'waiting'
    ? Number(rsvp.self ?? true) + (rsvp.children ?? 0) + rsvp.guests
    : 0;

/** Counts an attendee's people; nobody for other people. */
const peopleOf = (rsvp: OwnRsvp | null | undefined) =>
  rsvp?.status === 'going'
    ? { guests: rsvp.guests, children: rsvp.children ?? 0, adults: Number(rsvp.self ?? true) }
    : { guests: 0, children: 0, adults: 0 };

/** Predicts the event's fields after the viewer's RSVP, before the server answers. */
export function afterRsvp(event: EventCard | Event, rsvp: OwnRsvp | null): Partial<Event> {
  const { attendeeCount, capacity, placesTaken, rsvped = false } = event;
  const goes = rsvp?.status === 'going';
  const taken = placesTaken + placesOf(rsvp) - placesOf(event.rsvp);
  const [before, after] = [peopleOf(event.rsvp), peopleOf(rsvp)];
  const { childCount = 0, adultCount = attendeeCount } = event;
  return {
    ...('guestCount' in event && {
      guestCount: event.guestCount + after.guests - before.guests,
    }),
    ...(childCount + after.children > 0 && {
      childCount: childCount + after.children - before.children,
      adultCount: adultCount + after.adults - before.adults,
    }),
    rsvp,
    rsvped: goes,
    attendeeCount: attendeeCount + Number(goes) - Number(rsvped),
    placesTaken: taken,
    placesLeft: capacity === null ? null : Math.max(0, capacity - taken),
  };
}

/** Returns true if these people and this many guests fit into the places left. */
export const fitsPlacesLeft = (
  { placesLeft, rsvp }: Pick<EventCard, 'placesLeft' | 'rsvp'>,
  guests: number,
  people = 1,
): boolean => placesLeft === null || people + guests <= placesLeft + placesOf(rsvp);

/** Explains why a party has to wait: 'Only 2 places left. With 2 guests you need 3.' */
export const tooFewPlaces = (placesLeft: number, guests: number, people = 1): string =>
  `Only ${placesLeft === 1 ? '1 place' : `${placesLeft} places`} left. ${people === 1 && guests > 0 ? capitalise(withGuests(guests)) : 'Together'} you need ${people + guests}.`;

/**
 * Returns the most guests that the viewer can choose. Guests they already bring may stay, even if
 * the event now allows fewer. A party too large for the places left can wait together.
 */
export function maxGuestsOf(event: Event, people = 1): number {
  const { can, capacity, placesLeft, rsvp } = event;
  if (!can.rsvp && !can.waitlist) return 0;
  const own = rsvp?.guests ?? 0;
  const allowed = Math.max(event.guestsAllowed, own);
  if (placesLeft === null || capacity === null) return allowed;
  const room = can.waitlist ? capacity : placesLeft + placesOf(rsvp);
  return Math.max(own, Math.min(allowed, room - people));
}

/** 'with 2 guests' */
export const withGuests = (guests: number): string => `with ${guestLabel(guests)}`;

/** The people besides the member: '2 children', '1 guest' */
export const broughtBy = ({ children = 0, guests }: Pick<OwnRsvp, 'children' | 'guests'>) => [
  ...(children > 0 ? [children === 1 ? '1 child' : `${children} children`] : []),
  ...(guests > 0 ? [guestLabel(guests)] : []),
];
