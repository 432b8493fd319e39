import { categoryId } from '#contract/platform/limits.ts';
import { param, matchingParam } from '#web/platform/data/queries.ts';

export interface EventFilters {
  q?: string | undefined;
  location?: string | undefined;
  category?: string | undefined;
  /** A town or a region, and all around it. */
  near?: string | undefined;
  /** The first and the last day: '2026-06-12'. */
  from?: string | undefined;
  to?: string | undefined;
  /** Includes events that are over, on the chosen days. */
  when?: 'all' | undefined;
  free?: 'true' | undefined;
  /** The page to begin with, for a reader without JavaScript. */
  cursor?: string | undefined;
  /** A month in place of the list; a month has no other days. */
  view?: 'month' | undefined;
  /** '2027-03'; the present one where none is named. */
  month?: string | undefined;
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const month = /^(19[7-9]|[2-9]\d\d)\d-(0[1-9]|1[0-2])$/;

/** The filters that the address of Explore Events carries. */
export const eventFilters = (search: URLSearchParams): EventFilters => ({
  q: param(search, 'q'),
  location: param(search, 'location'),
  category: matchingParam(search, 'category', categoryId),
  near: param(search, 'near'),
  free: search.get('free') === 'true' ? 'true' : undefined,
  ...(search.get('view') === 'month' ? monthGiven(search) : daysGiven(search)),
});

const monthGiven = (search: URLSearchParams) => ({
  view: 'month' as const,
  month: matchingParam(search, 'month', month),
});

function daysGiven(search: URLSearchParams) {
  const from = matchingParam(search, 'from', day);
  return {
    from,
    to: matchingParam(search, 'to', day),
    when: from && search.get('when') === 'all' ? ('all' as const) : undefined,
    cursor: param(search, 'cursor'),
  };
}

/** Whether anything narrows the list. */
export const isFiltered = ({ q, location, category, near, from, to, free }: EventFilters) =>
  [q, location, category, near, from, to, free].some((value) => value !== undefined);
