import { postcodeIn } from '#contract/platform/postcodes.ts';

interface PlaceFilters {
  location?: string | undefined;
  near?: string | undefined;
  within?: string | undefined;
}

/**
 * Changes what was typed to what may be in the address: never the end of a postcode, which is
 * looked near wherever it was typed.
 */
export function cleanPlaces<F extends PlaceFilters>(typed: F): F {
  const moved = postcodeIn(typed.location ?? '');
  const near = moved ?? (postcodeIn(typed.near ?? '') || typed.near);
  return {
    ...typed,
    ...(moved && { location: undefined }),
    near,
    within: near?.trim() ? typed.within : undefined,
  };
}
