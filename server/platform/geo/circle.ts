import { nearby } from '#contract/platform/limits.ts';
import { isLikePostcode } from '#contract/platform/postcodes.ts';
import { invalid } from '#platform/refusal.ts';
import { findPlace } from './find-place.ts';
import { townNamesWithin, townsNear } from './nearby.ts';
import type { Position } from './plane.ts';

export interface NearFilter {
  near?: string | undefined;
  within?: number | undefined;
}

/** How far around a postcode a search reaches that doesn't say how far. */
const defaultMiles = 10;

/**
 * Returns the circle that a filter asks for; undefined for none, and for a town without a distance.
 * @throws Refusal `invalid` for a postcode that isn't known, and for an unknown place with a
 * distance
 */
export function circleOf({
  near,
  within,
}: NearFilter): { centre: Position; miles: number } | undefined {
  if (near === undefined) {
    if (within) throw invalid({ near: 'Please say which town or postcode to look near' });
    return undefined;
  }
  const place = findPlace(near);
  if (place && (within || place.kind === 'postcode')) {
    return { centre: place.position, miles: within ?? defaultMiles };
  }
  if (!place && isLikePostcode(near)) throw invalid({ near: unknownPostcode });
  if (!place && within) throw invalid({ near: unknownPlace });
  return undefined;
}

const unknownPlace = 'We can’t find that place. Check it, or try a town.';
const unknownPostcode = 'We can’t find that postcode. Check it, or try a town.';

/** The place that distances count from; undefined for a region. */
export const centreOf = ({ near }: NearFilter): Position | undefined =>
  near === undefined ? undefined : findPlace(near)?.position;

/** A region has at most so many towns. */
const maxTowns = 600;

/**
 * Lists the names of the towns that a filter covers, in lower case; undefined without a place.
 * @throws Refusal `invalid`
 */
export function townsIn(filter: NearFilter): string[] | undefined {
  const circle = circleOf(filter);
  const { near } = filter;
  if (near === undefined) return undefined;
  if (circle) return townNamesWithin(circle.centre, circle.miles);
  const [own = ''] = near.toLowerCase().split(',');
  const around = townsNear(near, { within: nearby.miles, atMost: maxTowns });
  return [...new Set([own.trim(), ...around.flatMap(({ names }) => names)])];
}
