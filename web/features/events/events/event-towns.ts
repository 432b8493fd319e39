import type { QueryClient } from '@tanstack/react-query';
import { query } from '#web/platform/data/queries.ts';
import type { EventFilters } from './event-filters.ts';
import { eventPages } from './queries.ts';

/** Where to look for events when there are none as these filters have it: around the place that they name. */
export const eventTowns = ({ location, near }: EventFilters) =>
  query('GET /api/events/towns', { query: { near: location ?? near } });

/** How a place that is unknown may be spelt. */
export const spellings = ({ location, near }: EventFilters) =>
  query('GET /api/locations/spellings', { query: { q: location ?? near } });

/** Lists other towns with events, once a list around a named place is empty. */
export function elsewhere(client: QueryClient, filters: EventFilters) {
  const list = client.getQueryData(eventPages(filters).queryKey);
  const isEmpty = list?.pages[0]?.items.length === 0;
  return isEmpty && (filters.location ?? filters.near)
    ? [eventTowns(filters), spellings(filters)]
    : [];
}
