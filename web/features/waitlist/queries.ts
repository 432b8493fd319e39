import { pageSizes } from '../../../contract/limits.ts';
import { pages } from '../../platform/data/queries.ts';

/** Who waits for a place at an event, in the order of their turns. */
export const waitlistPages = (eventId: number) =>
  pages('GET /api/events/:id/waitlist', {
    params: { id: String(eventId) },
    query: { limit: pageSizes.waitlist },
  });
