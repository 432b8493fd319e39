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
