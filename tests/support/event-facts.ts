import type { Event } from '#contract/events/events.ts';
import { allFacts } from '#contract/events/venue/access-facts.ts';
import { minute } from '#contract/platform/durations.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { people, type PersonName } from './people.ts';

export const now = new Date('2026-06-10T12:00:00Z');
export const minutes = (count: number) => new Date(now.getTime() + count * minute);

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
  cancelledAt: null,
  createdById: null,
  startTime: minutes(-60),
  ...withoutLimits,
  endTime: minutes(60),
  attendeeNames: 'signed_in',
  audience: 'all',
  openTo: 'members',
  group: { status: 'approved', createdById: 'owner' },
  membership: people[name].membership,
  ...changes,
});
export const hidden = { group: { status: 'pending_approval', createdById: 'owner' } } as const;

/** An event as its page gets it, signed out. */
export const answeredEvent = {
  id: 5,
  title: 'Cat Bells at sunrise',
  description: 'Bring a torch.',
  imageUrl: null,
  startTime: '2026-06-14T23:30:00Z',
  endTime: '2026-06-15T02:00:00Z',
  categoryId: 2,
  category: { id: 2, name: 'Outdoors & Adventure' },
  groupId: 3,
  group: { id: 3, name: 'Keswick Fell Walkers', imageUrl: null, categoryId: 2, memberCount: 12 },
  town: 'Keswick',
  audience: 'all',
  openTo: 'members',
  status: 'scheduled',
  attendeeCount: 0,
  free: true,
  ...plainVenue,
  ...withoutLimits,
  placesLeft: null,
  series: null,
  location: '12 Foxglove Lane',
  ended: false,
  cancelReason: null,
  rsvpState: 'sign_in',
  access: allFacts({}),
  guestCount: 0,
  attendeeNames: 'signed_in',
  asksEverybody: false,
  attendeeNamesText: 'First names are shown to everyone who is signed in.',
  can: {
    rsvp: false,
    waitlist: false,
    manageWaitlist: false,
    comment: false,
    edit: false,
    restore: false,
    delete: false,
    copy: false,
    guestRsvp: false,
    ask: false,
    seeNames: false,
    searchAttendees: false,
    message: false,
  },
} satisfies Event;
