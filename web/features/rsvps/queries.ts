import { query } from '../../platform/data/queries.ts';

export const attendeesQuery = (eventId: string | number) =>
  query('GET /api/events/:id/rsvps', { params: { id: String(eventId) } });
