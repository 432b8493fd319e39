import { categoryId } from '#contract/platform/limits.ts';
import { given, matching } from '#web/platform/data/queries.ts';

export interface GroupFilters {
  q?: string | undefined;
  category?: string | undefined;
  cursor?: string | undefined;
}

/** The filters that the address of Discover Groups carries. */
export const groupFilters = (search: URLSearchParams): GroupFilters => ({
  q: given(search, 'q'),
  category: matching(search, 'category', categoryId),
  cursor: given(search, 'cursor'),
});
