import type { Event } from '#contract/events/events.ts';
import { calendarEntryText, type CalendarEvent } from '#contract/events/calendar-text.ts';
import { paths } from '#contract/platform/paths.ts';
import { urlOf } from '#web/platform/data/api.ts';

/** Event fields used in calendar links. The location is missing if the viewer may not see it. */
export type LinkEvent = CalendarEvent &
  Pick<Event, 'id' | 'title' | 'startTime' | 'endTime' | 'location' | 'town'>;

/** Some browsers and servers refuse addresses of more than 2,000 characters or so. */
const longestText = 400;

export interface CalendarLinks {
  file: string;
  google: string;
  outlook: string;
}

export function calendarLinks(event: LinkEvent, origin: string): CalendarLinks {
  const venue = event.location ?? event.town ?? '';
  const url = `${origin}${paths.event(event.id)}`;
  const text = calendarEntryText(event, { url, longest: longestText });
  return {
    file: urlOf('GET /api/events/:id/calendar.ics', { params: { id: event.id } }),
    google: addressWith('https://calendar.google.com/calendar/render', {
      action: 'TEMPLATE',
      text: event.title,
      dates: `${compactInstant(event.startTime)}/${compactInstant(event.endTime)}`,
      details: text,
      location: venue,
    }),
    outlook: addressWith('https://outlook.live.com/calendar/0/deeplink/compose', {
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: event.title,
      startdt: toTheSecond(event.startTime),
      enddt: toTheSecond(event.endTime),
      body: text,
      location: venue,
    }),
  };
}

/** Formats an instant in UTC: '2031-06-14T09:00:00Z'. */
const toTheSecond = (instant: string) => `${new Date(instant).toISOString().slice(0, 19)}Z`;

/** '20310614T090000Z' */
const compactInstant = (instant: string) => toTheSecond(instant).replace(/[-:]/g, '');

/** Builds the link with %20 for spaces, because Outlook would show a plus sign. */
const addressWith = (base: string, values: Record<string, string>) =>
  `${base}?${new URLSearchParams(values).toString().replaceAll('+', '%20')}`;
