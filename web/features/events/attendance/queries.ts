import { listLimit, pageSizes } from '#contract/platform/limits.ts';
import { pages, postedQuery, query } from '#web/platform/data/queries.ts';

const paramsOf = (eventId: string | number) => ({ params: { id: String(eventId) } });

export const attendeesQuery = (eventId: string | number) =>
  query('GET /api/events/:id/rsvps', paramsOf(eventId));

/** Attendees of a first name, or all. */
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

/** The offer of an email's link, which stands in no address of the API. */
export const offerQuery = (token: string) => postedQuery('POST /api/offers', { body: { token } });
