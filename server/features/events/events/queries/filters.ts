import type { AccessFact } from '#contract/events/venue/access-facts.ts';
import { circleOf, type NearFilter } from '#platform/geo/circle.ts';
import type { Viewer } from '#platform/viewer.ts';
import { vicinityByTown, townNamesNear, type Vicinity } from './near.ts';
import { vicinityBySquare, squareValues } from './within.ts';

/**
 * How a viewer's list finds the events around the place of a filter.
 * @throws Refusal `invalid` for a postcode that isn't known, and for an unknown place with a
 * distance
 */
export function vicinityOf(
  viewer: Pick<Viewer, 'id'> | null,
  filter: NearFilter,
): Vicinity | undefined {
  const circle = circleOf(filter);
  if (circle) return vicinityBySquare(viewer, circle.miles);
  return filter.near === undefined ? undefined : vicinityByTown;
}

/** The placeholders of its conditions. */
export function vicinityValues(filter: NearFilter) {
  const circle = circleOf(filter);
  if (circle) return squareValues(circle.centre, circle.miles);
  return filter.near === undefined ? {} : { towns: townNamesNear(filter.near) };
}

/** The facts, those that the fewest places have first. */
export const rarestFirst = (facts: readonly AccessFact[] = []): AccessFact[] =>
  facts.toSorted((one, other) => factRarity[other] - factRarity[one]);

const factRarity: Record<AccessFact, number> = {
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
