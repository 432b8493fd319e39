import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Event } from '#contract/events/events.ts';
import EventPlaces from './event-places.tsx';

const full = { id: 5, capacity: 12, placesLeft: 0, guestsAllowed: 0, waitlistEnabled: true };

const placesOf = (event: Partial<Event>) =>
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <EventPlaces event={{ ...full, ...event } as Event} />
    </QueryClientProvider>,
  );

const rule = 'A place that becomes free goes to whoever presses first.';

describe('the waiting list of a full event', () => {
  it.each(['full', 'waiting', 'sign_in'] as const)(
    'ends in the last two hours, when the first to press gets a free place, for %s',
    (rsvpState) => {
      const html = placesOf({ rsvpState, firstCome: true });
      expect(html).toContain(rule);
      expect(html).toMatch(/<button[^>]*>.*Look again/);
      expect(html).toMatch(/<noscript>.*<a href="\/events\/5"[^>]*>Look again/);
      expect(html).not.toContain('waiting list');
    },
  );

  it('is open before that', () => {
    const html = placesOf({ rsvpState: 'waitlist' });
    expect(html).toContain('waiting list');
    expect(html).not.toContain('Look again');
  });

  it('is not mentioned to an attendee', () => {
    expect(placesOf({ rsvpState: 'open', firstCome: true })).not.toContain('Look again');
  });
});
