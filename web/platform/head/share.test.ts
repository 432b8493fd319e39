import { expect, it } from 'vitest';
import type { Event } from '#contract/events/events.ts';
import { answeredEvent } from '#tests/support/event-facts.ts';
import { eventQuery } from '#web/features/events/events/queries.ts';
import { createQueryClient } from '#web/platform/data/queries.ts';
import { matchPage } from '#web/routes.tsx';
import { sharePicture } from './share.ts';
import type { Site } from '#web/platform/site.tsx';

const address = (...shown: (string | number | null)[]) => sharePicture('/events/5', shown);

it('the address of a share picture changes only with the picture', () => {
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
  logoUrl: null,
  pictureUrl: null,
  mailLeaves: true,
};
function pictureOf(changes: Partial<Event> = {}) {
  const client = createQueryClient({
    read: () => Promise.reject(new Error('nothing is read')),
    readPage: () => Promise.reject(new Error('nothing is read')),
  });
  client.setQueryData(eventQuery('5').queryKey, { ...answeredEvent, ...changes });
  const { page, params } = matchPage('/events/5');
  return page.head({ site, params, search: new URLSearchParams(), client }).image;
}

it('the address of an event’s share picture changes with everything it shows', () => {
  expect(pictureOf()).toMatch(/^\/share\/events\/5\.png\?v=/);
  expect(pictureOf({ title: 'Cake' })).not.toBe(pictureOf());
  expect(pictureOf({ status: 'cancelled' })).not.toBe(pictureOf());
  expect(pictureOf({ location: '1 High Street', attendeeCount: 9 })).toBe(pictureOf());
});
