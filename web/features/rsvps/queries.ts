import { listLimit, pageSizes } from '../../../contract/limits.ts';
import { pages, query } from '../../platform/data/queries.ts';

const paramsOf = (eventId: string | number) => ({ params: { id: String(eventId) } });

export const attendeesQuery = (eventId: string | number) =>
  query('GET /api/events/:id/rsvps', paramsOf(eventId));

/** Those of a first name, or all. */
export const attendeePages = (eventId: number, q: string) =>
  pages('GET /api/events/:id/rsvps', {
    ...paramsOf(eventId),
    query: { q, limit: pageSizes.attendees },
  });

export const wholeList = (eventId: number) =>
  pages('GET /api/events/:id/rsvps', { ...paramsOf(eventId), query: { limit: listLimit } });
