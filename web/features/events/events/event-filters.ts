import { categoryId } from '#contract/platform/limits.ts';
import { param, matchingParam } from '#web/platform/data/queries.ts';

export interface EventFilters {
  q?: string | undefined;
  location?: string | undefined;
  category?: string | undefined;
  /** A town or region; includes places nearby. */
  near?: string | undefined;
  /** First and last day: '2026-06-12'. */
  from?: string | undefined;
  to?: string | undefined;
  /** Includes past events on the chosen days. */
  when?: 'all' | undefined;
  free?: 'true' | undefined;
  /** The page to start at, for browsers without JavaScript. */
  cursor?: string | undefined;
  /** Shows a month instead of the list; `from` and `to` don't apply. */
  view?: 'month' | undefined;
  /** '2027-03'; the current month if undefined. */
  month?: string | undefined;
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const month = /^(19[7-9]|[2-9]\d\d)\d-(0[1-9]|1[0-2])$/;

/** Reads the filters from the query string of Explore Events. */
export const eventFilters = (search: URLSearchParams): EventFilters => ({
  q: param(search, 'q'),
  location: param(search, 'location'),
  category: matchingParam(search, 'category', categoryId),
  near: param(search, 'near'),
  free: search.get('free') === 'true' ? 'true' : undefined,
  ...(search.get('view') === 'month' ? monthParams(search) : dayParams(search)),
});

const monthParams = (search: URLSearchParams) => ({
  view: 'month' as const,
  month: matchingParam(search, 'month', month),
});

function dayParams(search: URLSearchParams) {
  const from = matchingParam(search, 'from', day);
  return {
    from,
    to: matchingParam(search, 'to', day),
    when: from && search.get('when') === 'all' ? ('all' as const) : undefined,
    cursor: param(search, 'cursor'),
  };
}

/** Returns true if any filter is set. */
export const isFiltered = ({ q, location, category, near, from, to, free }: EventFilters) =>
  [q, location, category, near, from, to, free].some((value) => value !== undefined);
