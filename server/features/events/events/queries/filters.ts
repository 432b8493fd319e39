import type { AccessFact } from '#contract/events/venue/access-facts.ts';
import { isLikePostcode } from '#contract/platform/postcodes.ts';
import { findPlace } from '#platform/geo/find-place.ts';
import type { Position } from '#platform/geo/plane.ts';
import { invalid } from '#platform/refusal.ts';
import { vicinityByTown, townNamesNear, type Vicinity } from './near.ts';
import { vicinityBySquare, squareValues } from './within.ts';

interface NearFilter {
  near?: string | undefined;
  within?: number | undefined;
}

/** How far around a postcode a search reaches that doesn't say how far. */
const usualMiles = 10;

/** The circle that a filter asks for; undefined for none, and for a town without a distance. */
function circleOf({ near, within }: NearFilter): { centre: Position; miles: number } | undefined {
  if (near === undefined) {
    if (within) throw invalid({ near: 'Please say which town or postcode to look near' });
    return undefined;
  }
  const place = findPlace(near);
  if (place && (within || place.kind === 'postcode')) {
    return { centre: place.position, miles: within ?? usualMiles };
  }
  if (!place && (within || isLikePostcode(near))) throw invalid({ near: unknownPlace });
  return undefined;
}

const unknownPlace =
  'We don’t know this place. Please try a town, or the first part of a postcode, such as TR18';

/**
 * How a list finds the events around the place of a filter.
 * @throws Refusal `invalid` for a postcode that isn't known, and for an unknown place with a distance
 */
export function vicinityOf(filter: NearFilter): Vicinity | undefined {
  const circle = circleOf(filter);
  if (circle) return vicinityBySquare(circle.miles);
  return filter.near === undefined ? undefined : vicinityByTown;
}

/** The placeholders of its conditions. */
export function vicinityValues(filter: NearFilter) {
  const circle = circleOf(filter);
  if (circle) return squareValues(circle.centre, circle.miles);
  return filter.near === undefined ? {} : { towns: townNamesNear(filter.near) };
}

/** The place that distances count from; undefined for a region. */
export const centreOf = ({ near }: NearFilter): Position | undefined =>
  near === undefined ? undefined : findPlace(near)?.position;

/** The facts, those that the fewest places have first. */
export const rarestFirst = (facts: readonly AccessFact[] = []): AccessFact[] =>
  facts.toSorted((one, other) => rarity[other] - rarity[one]);

const rarity: Record<AccessFact, number> = {
  changingPlaces: 12,
  bsl: 11,
  captions: 10,
  relaxed: 9,
  hearingLoop: 8,
  companionFree: 7,
  quietSpace: 6,
  seatsWithArms: 5,
  blueBadgeParking: 4,
  dogs: 3,
  accessibleToilet: 2,
  stepFreeRoom: 1,
  stepFreeEntrance: 0,
};
