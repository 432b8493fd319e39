import { expect, it } from 'vitest';
import { allFacts } from '#contract/events/venue/access-facts.ts';
import type { Event } from '#contract/events/events.ts';
import { eventQuery } from '#web/features/events/events/queries.ts';
import { createQueryClient } from '#web/platform/data/queries.ts';
import { matchPage } from '#web/routes.tsx';
import { sharePicture } from './share.ts';
import type { Site } from '#web/platform/site.tsx';

const address = (...shown: (string | number | null)[]) => sharePicture('/events/5', shown);

it('changes the address only if the image changes', () => {
  expect(address('Bread', 2, null)).toMatch(/^\/share\/events\/5\.png\?v=[\da-z]+$/);
  expect(address('Bread', 2, null)).toBe(address('Bread', 2, null));
  const others = [address('Brea', 2, null), address('Bread', 3, null), address('Bread', 2, 'Bath')];
  expect(new Set([...others, address('Bread', 2, null)]).size).toBe(4);
});

const site: Site = {
  name: 'Villagehall',
  supportEmail: 'hello@hall.example',
  paymentKey: null,
  origin: 'https://hall.example',
  year: 2026,
  banner: '',
  registration: 'open',
  minimumAge: 16,
  groupApproval: true,
  town: '',
  pictureUrl: null,
};
const event: Event = {
  id: 5,
  title: 'Bread',
  description: 'Bring flour.',
  imageUrl: 'https://pictures.example/loaf.jpg',
  startTime: '2026-06-14T10:00:00Z',
  endTime: '2026-06-14T12:00:00Z',
  categoryId: 7,
  category: { id: 7, name: 'Food & Drink' },
  groupId: 3,
  group: { id: 3, name: 'Bakers', imageUrl: null, categoryId: 7, memberCount: 2 },
  town: 'Bath',
  audience: 'all',
  openTo: 'members',
  status: 'scheduled',
  attendeeCount: 0,
  free: true,
  priceText: null,
  online: false,
  inPersonToo: false,
  placePublic: false,
  capacity: null,
  guestsAllowed: 0,
  rsvpClosesAt: null,
  waitlistEnabled: true,
  placesTaken: 0,
  placesLeft: null,
  series: null,
  ended: false,
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
    copy: false,
    guestRsvp: false,
    seeNames: false,
    searchAttendees: false,
    message: false,
  },
};

function pictureOf(changes: Partial<Event> = {}) {
  const client = createQueryClient({
    read: () => Promise.reject(new Error('nothing is read')),
    readPage: () => Promise.reject(new Error('nothing is read')),
  });
  client.setQueryData(eventQuery('5').queryKey, { ...event, ...changes });
  const { page, params } = matchPage('/events/5');
  return page.head({ site, params, search: new URLSearchParams(), client }).image;
}

it('changes an event’s image address with what the image shows', () => {
  expect(pictureOf()).toMatch(/^\/share\/events\/5\.png\?v=/);
  expect(pictureOf({ title: 'Cake' })).not.toBe(pictureOf());
  expect(pictureOf({ status: 'cancelled' })).not.toBe(pictureOf());
  expect(pictureOf({ location: '12 Foxglove Lane', attendeeCount: 9 })).toBe(pictureOf());
});
