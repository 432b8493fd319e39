import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { distances } from '#contract/platform/limits.ts';
import { isLikePostcode, parsePostcode, toSector } from '#contract/platform/postcodes.ts';
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
  const asked = searchableText(near.value) ?? '';
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

/**
 * The part of a place that may leave the page; undefined for a postcode that isn't complete yet.
 */
function searchableText(typed: string): string | undefined {
  if (!isLikePostcode(typed)) return typed.trim();
  const { sector, outward } = parsePostcode(typed) ?? {};
  return sector ?? outward;
}

/** Cuts what was typed to what may stand in the address: never the end of a postcode. */
export function withoutUnit<F extends { near?: string | undefined; within?: string | undefined }>(
  typed: F,
): F {
  const near = typed.near && toSector(searchableText(typed.near) ?? '');
  return { ...typed, near: near || undefined, within: near ? typed.within : undefined };
}
