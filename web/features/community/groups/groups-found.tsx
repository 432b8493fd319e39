import type { InfiniteData } from '@tanstack/react-query';
import { paths } from '#contract/platform/paths.ts';
import type { PageOf } from '#web/platform/data/queries.ts';
import { FilterChip } from '#web/platform/lists/filter-chip.tsx';
import { filteredPath } from '#web/platform/lists/filters.tsx';
import { Found } from '#web/platform/lists/found.tsx';
import { nearInWords } from '#web/features/base/accounts/near-words.ts';
import { useCategoryName } from './categories.ts';
import type { GroupFilters } from './group-filters.ts';

interface GroupsFoundProps {
  filters: GroupFilters;
  list: InfiniteData<PageOf<unknown>> | undefined;
}

/**
 * Shows '3 groups with “chess” under Learning & Education', and each filter with a link to remove
 * it.
 */
export function GroupsFound({ filters, list }: GroupsFoundProps) {
  const { q, near, within } = filters;
  const place = near && nearInWords(near, within);
  const category = useCategoryName(filters.category);
  const without = (...names: (keyof GroupFilters)[]) => {
    const dropped = names.map((name) => [name, undefined]);
    return filteredPath(paths.groups, {
      ...filters,
      cursor: undefined,
      ...Object.fromEntries(dropped),
    });
  };
  const words = (count: number) =>
    [
      count,
      count === 1 ? 'group' : 'groups',
      q && `with “${q}”`,
      category && `under ${category}`,
      place && place.charAt(0).toLowerCase() + place.slice(1),
    ]
      .filter(Boolean)
      .join(' ');
  return (
    <>
      <ul aria-label="Active filters" className="mb-5 flex flex-wrap gap-2">
        {q && <FilterChip href={without('q')} removes label={`“${q}”`} />}
        {place && <FilterChip href={without('near', 'within')} removes label={place} />}
        {category && <FilterChip href={without('category')} removes label={category} />}
      </ul>
      <Found list={list} words={words} />
    </>
  );
}
