import { describe, expect, it } from 'vitest';
import { calendarLinks, type LinkEvent } from './calendar-links.ts';

const event: LinkEvent = {
  id: 7,
  title: 'Ceilidh & supper + raffle',
  description: 'Dances are called.\nBring a pudding.',
  audience: 'all',
  priceText: null,
  cancelReason: null,
  startTime: '2031-06-14T18:30:00.000Z',
  endTime: '2031-06-14T22:00:00.000Z',
  location: 'St Mary’s Church Hall, Ludlow',
  town: 'Ludlow',
};
const origin = 'https://hall.example';
const google = (linked: LinkEvent) => new URL(calendarLinks(linked, origin).google).searchParams;
const outlook = (linked: LinkEvent) => new URL(calendarLinks(linked, origin).outlook).searchParams;

describe('calendarLinks', () => {
  it('names the event’s own file', () => {
    expect(calendarLinks(event, origin).file).toBe('/api/events/7/calendar.ics');
  });

  it('gives Google the times in UTC, the words and the venue', () => {
    const { google: link } = calendarLinks(event, origin);
    expect(link).toMatch(/^https:\/\/calendar\.google\.com\/calendar\/render\?action=TEMPLATE&/);
    expect(google(event).get('dates')).toBe('20310614T183000Z/20310614T220000Z');
    expect(google(event).get('text')).toBe(event.title);
    expect(google(event).get('location')).toBe(event.location);
    expect(google(event).get('details')).toBe(
      'Dances are called.\nBring a pudding.\n\nhttps://hall.example/events/7',
    );
  });

  it('gives Outlook the times, the words and the venue, too', () => {
    expect(outlook(event).get('startdt')).toBe('2031-06-14T18:30:00Z');
    expect(outlook(event).get('enddt')).toBe('2031-06-14T22:00:00Z');
    expect(outlook(event).get('subject')).toBe(event.title);
    expect(outlook(event).get('location')).toBe(event.location);
  });

  it('says for whom an event is, and its price', () => {
    const links = calendarLinks({ ...event, audience: 'families', priceText: '£3' }, origin);
    const text =
      'For families\n\n£3\n\nDances are called.\nBring a pudding.\n\nhttps://hall.example/events/7';
    expect(new URL(links.google).searchParams.get('details')).toBe(text);
    expect(new URL(links.outlook).searchParams.get('body')).toBe(text);
  });

  it('reads an offset', () => {
    const summer = { ...event, startTime: '2031-06-14T19:30:00+01:00' };
    expect(google(summer).get('dates')).toBe('20310614T183000Z/20310614T220000Z');
  });

  it('writes no plus for a space', () => {
    const links = calendarLinks(event, origin);
    expect(links.google).not.toContain('+');
    expect(links.outlook).not.toContain('+');
    expect(links.outlook).toContain('Ceilidh%20%26%20supper%20%2B%20raffle');
  });

  it('shows only the town to people who may not see the venue', () => {
    const { location: _, ...hidden } = event;
    expect(google(hidden).get('location')).toBe('Ludlow');
    expect(outlook({ ...hidden, town: null }).get('location')).toBe('');
  });

  it('cuts a long description between characters, and keeps the address', () => {
    const details = google({ ...event, description: '🎻'.repeat(5000) }).get('details') ?? '';
    expect(details).toBe(`${'🎻'.repeat(400)}…\n\nhttps://hall.example/events/7`);
  });
});
