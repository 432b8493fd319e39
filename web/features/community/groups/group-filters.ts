import { categoryId } from '#contract/platform/limits.ts';
import { param, matchingParam } from '#web/platform/data/queries.ts';

export interface GroupFilters {
  q?: string | undefined;
  category?: string | undefined;
  cursor?: string | undefined;
}

/** Reads the filters of Discover Groups from its URL. */
export const groupFilters = (search: URLSearchParams): GroupFilters => ({
  q: param(search, 'q'),
  category: matchingParam(search, 'category', categoryId),
  cursor: param(search, 'cursor'),
});
