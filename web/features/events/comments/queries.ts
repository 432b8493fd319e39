import { pageSizes } from '#contract/platform/limits.ts';
import { pages } from '#web/platform/data/queries.ts';

/** Comments, newest first. */
export const commentPages = (eventId: string | number) =>
  pages('GET /api/events/:id/comments', {
    params: { id: eventId },
    query: { order: 'newest', limit: pageSizes.comments },
  });
