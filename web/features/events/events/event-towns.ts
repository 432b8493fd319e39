import type { QueryClient } from '@tanstack/react-query';
import { query } from '#web/platform/data/queries.ts';
import type { EventFilters } from './event-filters.ts';
import { eventPages } from './queries.ts';

/** Towns with events near the place in the filters, for when nothing is found there. */
export const eventTowns = ({ location, near }: EventFilters) =>
  query('GET /api/events/towns', { query: { near: location ?? near } });

/** Places spelt like an unknown place. */
export const spellingsQuery = ({ location, near }: EventFilters) =>
  query('GET /api/locations/spellings', { query: { q: location ?? near } });

/** Returns the queries that an empty list around a place needs. */
export function elsewhereQueries(client: QueryClient, filters: EventFilters) {
  const list = client.getQueryData(eventPages(filters).queryKey);
  const isEmpty = list?.pages[0]?.items.length === 0;
  return isEmpty && (filters.location ?? filters.near)
    ? [eventTowns(filters), spellingsQuery(filters)]
    : [];
}
