import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { filteredBy } from './events.ts';
import { Instant } from './values.ts';

/**
 * What programs come back for. These addresses are no calls of the API: they answer no JSON but a calendar
 * (`text/calendar`, RFC 5545) or an Atom feed (`application/atom+xml`, RFC 4287), to anybody, whoever is signed in.
 *
 * - `GET /calendar.ics` with the filters of `/events`, `GET /groups/:id/calendar.ics`: public events to come and of the
 *   last 30 days, with their town
 * - `GET /calendar/<token>.ics`: what the member goes to or waits for, with venues; 404 as soon as the token is none
 * - `GET /feed.xml`, `GET /groups/:id/feed.xml`: new events, newest first
 */
export const feedPaths = {
  events: '/feed.xml',
  eventsCalendar: '/calendar.ics',
  group: (id: number) => `/groups/${id}/feed.xml`,
  groupCalendar: (id: number) => `/groups/${id}/calendar.ics`,
  ownCalendar: (token: string) => `/calendar/${token}.ics`,
} as const;

export const feedTypes = {
  calendar: 'text/calendar',
  atom: 'application/atom+xml',
} as const;

/** The query of `GET /calendar.ics`. */
export const FeedQuery = filteredBy({});

/** Makes the address of the member's own calendar, which is told once; the one before it is dead from then on. */
export const makeCalendarFeed = endpoint('POST /api/user/calendar-feed', {
  summary: 'Makes the address of the caller’s own calendar, and ends the one before it',
  answers: [201],

  access: 'signed_in',
  rate: 'write',
  unshown: true,
  response: z.strictObject({ url: z.string() }),
});

export const CalendarFeed = z.strictObject({
  active: z.boolean(),
  /** Null where there is none. */
  createdAt: Instant.nullable(),
  /** When a program last came for it, to within ten minutes; null where none has. */
  lastReadAt: Instant.nullable(),
});
export type CalendarFeed = z.infer<typeof CalendarFeed>;

export const getCalendarFeed = endpoint('GET /api/user/calendar-feed', {
  summary: 'Tells whether the caller has an address of their own calendar',

  access: 'signed_in',
  response: CalendarFeed,
});

export const endCalendarFeed = endpoint('DELETE /api/user/calendar-feed', {
  summary: 'Ends the address of the caller’s own calendar',

  access: 'signed_in',
  rate: 'write',
  unshown: true,
});
