import type { QueryClient } from '@tanstack/react-query';
import { pageSizes } from '#contract/platform/limits.ts';
import { paths } from '#contract/platform/paths.ts';
import { query } from '#web/platform/data/queries.ts';
import { filteredPath } from '#web/platform/lists/filters.tsx';
import { nearLocation, type EventFilters } from './event-filters.ts';
import { eventPages } from './queries.ts';

/** Towns with events near the place in the filters, for when nothing is found there. */
export const eventTowns = ({ location, near }: EventFilters) =>
  query('GET /api/events/towns', { query: { near: location ?? near } });

export const knownPlace = ({ location }: EventFilters) =>
  query('GET /api/places/known', { query: { q: location } });

/** Places spelt like an unknown place. */
export const placeSpellings = ({ location, near }: EventFilters) =>
  query('GET /api/locations/spellings', { query: { q: location ?? near } });

/** Searches spelt like one that finds nothing, which find something with the same filters. */
export const searchSpellings = ({ view: _, month: __, cursor: ___, ...filters }: EventFilters) =>
  query('GET /api/events/spellings', { query: filters });

/** Groups with the words of a search, near the same place. */
export const matchingGroups = ({ q, near, within }: EventFilters) =>
  query('GET /api/groups', { query: { q, near, within, limit: pageSizes.matchingGroups } });

/** Returns the queries that an empty list needs. */
export function elsewhereQueries(client: QueryClient, filters: EventFilters) {
  if (!isEmpty(client, filters)) return [];
  const hasPlace = (filters.location ?? filters.near) !== undefined;
  return [
    ...(hasPlace ? [eventTowns(filters), placeSpellings(filters)] : []),
    ...(isMovable(filters) ? [knownPlace(filters)] : []),
    ...(filters.q ? [searchSpellings(filters), matchingGroups(filters)] : []),
  ];
}

function isEmpty(client: QueryClient, filters: EventFilters): boolean {
  const list = client.getQueryData(eventPages(filters).queryKey);
  return !filters.view && list?.pages[0]?.items.length === 0;
}

/** Tells whether the list could look near its location instead. */
export const isMovable = ({ location, near, cursor }: EventFilters): boolean =>
  location !== undefined && near === undefined && cursor === undefined;

/**
 * Returns the address of the events near a location that has none of its own; undefined while
 * something is found there, and for an unknown place.
 */
export function pathNearLocation(client: QueryClient, filters: EventFilters): string | undefined {
  if (!isMovable(filters) || !isEmpty(client, filters)) return undefined;
  const isKnown = client.getQueryData(knownPlace(filters).queryKey);
  const towns = client.getQueryData(eventTowns(filters).queryKey);
  if (!isKnown || !towns) return undefined;
  const place = filters.location?.toLowerCase() ?? '';
  return towns.some(({ name }) => name.toLowerCase().includes(place))
    ? undefined
    : filteredPath(paths.events, { ...nearLocation(filters) });
}
