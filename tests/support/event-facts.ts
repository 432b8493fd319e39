import { minute } from '#contract/platform/durations.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { people, type PersonName } from './people.ts';

export const now = new Date('2026-06-10T12:00:00Z');
export const minutes = (count: number) => new Date(now.getTime() + count * minute);

/** An event without limits. */
export const withoutLimits = {
  capacity: null,
  guestsAllowed: 0,
  rsvpClosesAt: null,
  waitlistEnabled: true,
  placesTaken: 0,
};

/** The fields of a card about the venue of an event that says nothing of it. */
export const plainVenue = {
  priceText: null,
  online: false,
  inPersonToo: false,
  placePublic: false,
};

/** Returns the facts of an event that ends in an hour, for one of these people. */
export const event = (name: PersonName, changes: Partial<EventFacts> = {}): EventFacts => ({
  id: 1,
  status: 'scheduled',
  createdById: null,
  startTime: minutes(-60),
  ...withoutLimits,
  endTime: minutes(60),
  attendeeNames: 'signed_in',
  openTo: 'members',
  group: { status: 'approved', createdById: 'owner' },
  membership: people[name].membership,
  ...changes,
});
export const hidden = { group: { status: 'pending_approval', createdById: 'owner' } } as const;
