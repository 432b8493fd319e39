import { query } from '#web/platform/data/queries.ts';
import { lastingFilters, type EventFilters } from '#web/features/events/events/event-filters.ts';

export const monthQuery = (filters: EventFilters) =>
  query('GET /api/events/month', { query: { month: filters.month, ...lastingFilters(filters) } });
