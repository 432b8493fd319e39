import { pageSizes } from '../../../contract/limits.ts';
import { pages } from '../../platform/data/queries.ts';

export const commentPages = (eventId: string | number) =>
  pages('GET /api/events/:id/comments', {
    params: { id: String(eventId) },
    query: { limit: pageSizes.comments },
  });
