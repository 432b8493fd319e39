import { query } from '#web/platform/data/queries.ts';
import type { EventFilters } from '#web/features/events/events/event-filters.ts';

export const monthQuery = ({ q, location, category, near, free, month }: EventFilters) =>
  query('GET /api/events/month', { query: { month, q, location, category, near, free } });
