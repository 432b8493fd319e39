import { describe, expect, it } from 'vitest';
import type { Event, OwnRsvp } from '#contract/events/events.ts';
import { guestsSentence } from '#contract/events/form-words.ts';
import { afterRsvp, fitsPlacesLeft, maxGuestsOf, tooFewPlaces } from './party.ts';

const event = (changes: Partial<Event> = {}) =>
  ({
    attendeeCount: 9,
    capacity: 20,
    placesTaken: 14,
    placesLeft: 6,
    guestsAllowed: 3,
    can: { rsvp: true, waitlist: false },
    rsvped: changes.rsvp?.status === 'going',
    rsvp: null,
    ...changes,
  }) as Event;

const neither = { rsvp: false, waitlist: false };
const toWait = { rsvp: true, waitlist: true };

const going = (guests: number): OwnRsvp => ({ status: 'going', guests });
const offered = (guests: number): OwnRsvp => ({ status: 'offered', guests });
const waiting = (guests: number): OwnRsvp => ({ status: 'waiting', guests, position: 3 });

describe('an optimistic event', () => {
  it.each([
    ['going takes a place and one for each guest', null, going(2), [10, 17, 3]],
    ['more guests take more', going(0), going(2), [9, 16, 4]],
    ['no longer going frees them all', going(2), null, [8, 11, 9]],
    ['an offer taken has its places already', offered(1), going(1), [10, 14, 6]],
    ['an offer passed on frees them', offered(1), null, [9, 12, 8]],
    ['whoever waits takes none', null, waiting(3), [9, 14, 6]],
  ] as const)(
    'counts its places again: %s',
    (_, before, after, [attendeeCount, placesTaken, placesLeft]) => {
      expect(afterRsvp(event({ rsvp: before }), after)).toEqual({
        rsvp: after,
        rsvped: after?.status === 'going',
        attendeeCount,
        placesTaken,
        placesLeft,
      });
    },
  );

  it('without a capacity has no number of places left', () => {
    const open = event({ capacity: null, placesLeft: null });
    expect(afterRsvp(open, going(2))).toMatchObject({ placesTaken: 17, placesLeft: null });
  });

  it("counts attendees' guests when it knows them", () => {
    const counted = event({ guestCount: 5 });
    expect(afterRsvp(counted, going(2))).toMatchObject({ guestCount: 7 });
    expect(afterRsvp({ ...counted, rsvp: offered(1) }, going(1))).toMatchObject({ guestCount: 6 });
    expect(afterRsvp({ ...counted, rsvp: going(2) }, null)).toMatchObject({ guestCount: 3 });
    expect(afterRsvp(counted, waiting(2))).toMatchObject({ guestCount: 5 });
  });

  it('has no place left when others were quicker', () => {
    expect(afterRsvp(event({ placesTaken: 20, placesLeft: 0 }), going(0)).placesLeft).toBe(0);
  });
});

describe('a party', () => {
  it('fits by the places left and its own', () => {
    expect(fitsPlacesLeft(event({ placesLeft: 2 }), 1)).toBe(true);
    expect(fitsPlacesLeft(event({ placesLeft: 2 }), 2)).toBe(false);
    expect(fitsPlacesLeft(event({ placesLeft: 2, rsvp: going(1) }), 3)).toBe(true);
    expect(fitsPlacesLeft(event({ placesLeft: 0, rsvp: waiting(1) }), 0)).toBe(false);
    expect(fitsPlacesLeft(event({ capacity: null, placesLeft: null }), 5)).toBe(true);
  });

  it.each([
    ['as many as the event allows', {}, 3],
    ['none where it allows none', { guestsAllowed: 0 }, 0],
    ['none once RSVPs have closed', { can: neither, rsvp: going(2) }, 0],
    [
      'those who are coming, also where it allows fewer by now',
      { guestsAllowed: 1, rsvp: going(2) },
      2,
    ],
    ['as many as fit in with who goes', { placesLeft: 1, rsvp: going(1) }, 2],
    ['more than fit in, where they can wait together', { placesLeft: 1, can: toWait }, 3],
    ['as many as fit in, where they can’t', { placesLeft: 2 }, 1],
    ['no more than the whole event takes', { capacity: 2, placesLeft: 0, can: toWait }, 1],
    ['whom one waits with', { placesLeft: 0, rsvp: waiting(1), can: toWait }, 3],
  ])('brings %s', (_, changes, most) => {
    expect(maxGuestsOf(event(changes as Partial<Event>))).toBe(most);
  });

  it('larger than the room left reads how many places it needs', () => {
    expect(tooFewPlaces(2, 2)).toBe('Only 2 places left. With 2 guests you need 3.');
    expect(tooFewPlaces(1, 1)).toBe('Only 1 place left. With 1 guest you need 2.');
  });

  it('is described in words', () => {
    expect([0, 1, 2].map(guestsSentence)).toEqual([
      'You bring no guests',
      'You bring 1 guest',
      'You bring 2 guests',
    ]);
  });
});
