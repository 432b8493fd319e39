import { categoryId, milesParam } from '#contract/platform/limits.ts';
import { param, matchingParam } from '#web/platform/data/queries.ts';

export interface EventFilters {
  q?: string | undefined;
  location?: string | undefined;
  category?: string | undefined;
  /** A town, a region, or a postcode without its last two letters. */
  near?: string | undefined;
  /** How far from there, in miles; undefined for the usual distance. */
  within?: string | undefined;
  /** Access facts that must all be 'yes', with commas between them. */
  access?: string | undefined;
  online?: 'true' | 'false' | undefined;
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

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const monthPattern = /^(19[7-9]|[2-9]\d\d)\d-(0[1-9]|1[0-2])$/;

/** Reads the filters from the query string of Explore Events. */
export const eventFilters = (search: URLSearchParams): EventFilters => ({
  q: param(search, 'q'),
  location: param(search, 'location'),
  category: matchingParam(search, 'category', categoryId),
  near: param(search, 'near'),
  within: matchingParam(search, 'within', milesParam),
  access: param(search, 'access'),
  online: matchingParam(search, 'online', /^(true|false)$/) as EventFilters['online'],
  free: search.get('free') === 'true' ? 'true' : undefined,
  ...(search.get('view') === 'month' ? monthParams(search) : dayParams(search)),
});

const monthParams = (search: URLSearchParams) => ({
  view: 'month' as const,
  month: matchingParam(search, 'month', monthPattern),
});

function dayParams(search: URLSearchParams) {
  const from = matchingParam(search, 'from', dayPattern);
  return {
    from,
    to: matchingParam(search, 'to', dayPattern),
    when: from && search.get('when') === 'all' ? ('all' as const) : undefined,
    cursor: param(search, 'cursor'),
  };
}

/** Looks near the location instead of in it. */
export const nearLocation = ({ location, ...filters }: EventFilters): EventFilters => ({
  ...filters,
  near: location ?? filters.near,
});

/** Returns true if any filter is set. */
export const isFiltered = ({
  view: _,
  month: __,
  when: ___,
  cursor: ____,
  ...filters
}: EventFilters) => Object.values(filters).some((value) => value !== undefined);

/** Without dates and views: the filters that the month, feeds and embedded lists share. */
export const lastingFilters = ({
  q,
  location,
  category,
  near,
  within,
  access,
  online,
  free,
}: EventFilters) => ({ q, location, category, near, within, access, online, free });
