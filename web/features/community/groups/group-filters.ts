import { categoryId, milesParam } from '#contract/platform/limits.ts';
import { param, matchingParam } from '#web/platform/data/queries.ts';

export interface GroupFilters {
  q?: string | undefined;
  category?: string | undefined;
  /** A town, a region, or a postcode without its last two letters. */
  near?: string | undefined;
  /** How far from there, in miles. */
  within?: string | undefined;
  cursor?: string | undefined;
}

export const isFilteredList = ({ q, category, near }: GroupFilters) =>
  [q, category, near].some((value) => value !== undefined);

/** Reads the filters of Discover Groups from its URL. */
export const groupFilters = (search: URLSearchParams): GroupFilters => ({
  q: param(search, 'q'),
  category: matchingParam(search, 'category', categoryId),
  near: param(search, 'near'),
  within: matchingParam(search, 'within', milesParam),
  cursor: param(search, 'cursor'),
});
