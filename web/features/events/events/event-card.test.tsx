import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import type { EventCard as EventData } from '#contract/events/events.ts';
import { EventCard } from './event-card.tsx';

const event: EventData = {
  id: 7,
  title: 'Evening paddle',
  description: 'Once round the lake.',
  imageUrl: null,
  startTime: '2026-06-17T12:00:00.000Z',
  endTime: '2026-06-17T14:00:00.000Z',
  categoryId: 2,
  category: { id: 2, name: 'Outdoors' },
  groupId: 3,
  group: { id: 3, name: 'Paddlers', imageUrl: null, categoryId: 2, memberCount: 4 },
  town: 'Keswick',
  audience: 'all',
  openTo: 'members',
  status: 'scheduled',
  attendeeCount: 4,
  free: true,
  priceText: null,
  online: false,
  inPersonToo: false,
  placePublic: false,
  capacity: null,
  guestsAllowed: 0,
  rsvpClosesAt: null,
  waitlistEnabled: true,
  placesTaken: 4,
  placesLeft: null,
  series: null,
};

const shown = (columns: Partial<EventData>, past = false) =>
  renderToStaticMarkup(
    <Router ssrPath="/events">
      <EventCard event={{ ...event, ...columns }} past={past} />
    </Router>,
  );

/** Strips the text and the tags that screen readers skip. */
const standIn = (html: string) =>
  /<span aria-hidden="true"[^>]*blurred[^>]*>(.*?)<\/span>/.exec(html);

describe("an event's card", () => {
  it('shows visitors an empty, blurred stand-in for the venue and how to see it', () => {
    const html = shown({ locationHidden: true });
    expect(standIn(html)?.[1]).toBe('');
    expect(html).toMatch(/Sign in to see location/);
    expect(html).toContain('Keswick');
  });

  it('shows members the venue', () => {
    const html = shown({ location: 'The Landing Stage', rsvped: false, membership: null });
    expect(html).toContain('The Landing Stage');
    expect(html).not.toContain('Sign in to see location');
    expect(standIn(html)).toBeNull();
  });

  const withPlaces = (placesLeft: number) => ({
    capacity: 30,
    placesTaken: 30 - placesLeft,
    placesLeft,
  });

  it.each([
    [0, 'Full'],
    [1, '1 place left'],
    [3, '3 places left'],
    [5, '5 places left'],
  ])('shows %i of 30 places left as %s', (placesLeft, words) => {
    expect(shown(withPlaces(placesLeft))).toContain(`>${words}<`);
  });

  it('shows no places if there are plenty, no limit, or the event has ended', () => {
    for (const html of [shown(withPlaces(6)), shown({}), shown(withPlaces(0), true)])
      expect(html).not.toMatch(/Full|left/);
  });

  it.each([
    [{ status: 'going', guests: 1 }, 'Going'],
    [{ status: 'waiting', guests: 0 }, 'Waiting'],
    [
      { status: 'offered', guests: 0, offerExpiresAt: '2026-06-16T17:30:00.000Z' },
      'A place is yours',
    ],
  ] as const)('shows the viewer’s RSVP instead of places: %j', (rsvp, words) => {
    const html = shown({ ...withPlaces(0), rsvp, rsvped: rsvp.status === 'going' });
    expect(html).toContain(`>${words}<`);
    expect(html).not.toContain('Full');
  });

  it('shows only that it is cancelled', () => {
    const html = shown({ ...withPlaces(0), status: 'cancelled' });
    expect(html).toContain('Cancelled');
    expect(html).not.toContain('Full');
  });
});
