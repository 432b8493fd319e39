/**
 * Feeds that calendar programs and feed readers subscribe to. They are not part of the API: anyone
 * can read them, and they answer a calendar (`text/calendar`, RFC 5545) or an Atom feed
 * (`application/atom+xml`, RFC 4287).
 *
 * - `GET /calendar.ics` with the filters of `/events`, `GET /groups/:id/calendar.ics`: upcoming
 *   public events and those of the last 30 days, with their town
 * - `GET /calendar/<token>.ics`: the events a member attends or waits for, with venues, and with
 *   `?asked=true` those that wait for their answer, as tentative; 404 once the token is revoked
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
