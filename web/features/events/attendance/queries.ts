import { listLimit, pageSizes } from '#contract/platform/limits.ts';
import { pages, postedQuery, query } from '#web/platform/data/queries.ts';

const paramsOf = (eventId: string | number) => ({ params: { id: eventId } });

export const attendeesQuery = (eventId: string | number) =>
  query('GET /api/events/:id/rsvps', paramsOf(eventId));

/** Attendees, filtered by first name if given. */
export const attendeePages = (eventId: number, q: string) =>
  pages('GET /api/events/:id/rsvps', {
    ...paramsOf(eventId),
    query: { q, limit: pageSizes.attendees },
  });

export const wholeList = (eventId: number) =>
  pages('GET /api/events/:id/rsvps', { ...paramsOf(eventId), query: { limit: listLimit } });

/** The waiting list, in order of position. */
export const waitlistPages = (eventId: number) =>
  pages('GET /api/events/:id/waitlist', {
    ...paramsOf(eventId),
    query: { limit: pageSizes.waitlist },
  });

/** The event behind an asking email's link. */
export const askQuery = (token: string) => postedQuery('POST /api/asks', { body: { token } });

/** The offer behind an email's link. The token goes in the body, to keep it out of logs. */
export const offerQuery = (token: string) => postedQuery('POST /api/offers', { body: { token } });
