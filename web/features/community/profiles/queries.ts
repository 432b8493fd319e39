import { query } from '#web/platform/data/queries.ts';

export const memberProfileQuery = (userId: string) =>
  query('GET /api/users/:id/card', { params: { id: userId } });
