import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { distances } from '#contract/platform/limits.ts';
import { isLikePostcode, postcodeIn } from '#contract/platform/postcodes.ts';
import { query } from '#web/platform/data/queries.ts';
import { SelectFilter, TextFilter, type FilterProps } from '#web/platform/lists/filters.tsx';

interface NearFiltersProps {
  near: FilterProps;
  within: FilterProps;
}

const shortestSearch = 2;

/** A town or a postcode, and how far around it. */
export function NearFilters({ near, within }: NearFiltersProps) {
  const listId = useId();
  const asked = searchableText(near.value);
  const { data: places = [] } = useQuery({
    ...query('GET /api/places', { query: { q: asked } }),
    enabled: asked.length >= shortestSearch,
  });
  return (
    <>
      <TextFilter {...near} label="Near" placeholder="Town or postcode" list={listId} />
      <datalist id={listId}>
        {places.map(({ label }) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      <SelectFilter {...within} label="Within">
        <option value="">Nearby</option>
        {distances.map((miles) => (
          <option key={miles} value={miles}>
            {miles === 1 ? '1 mile' : `${miles} miles`}
          </option>
        ))}
      </SelectFilter>
    </>
  );
}

/** The part of a place that may leave the page; empty for a postcode that can't be read. */
const searchableText = (typed: string): string =>
  postcodeIn(typed) ?? (isLikePostcode(typed) ? '' : typed.trim());
