import type { Place } from '#contract/base/locations.ts';
import { compactPostcode, isLikePostcode, parsePostcode } from '#contract/platform/postcodes.ts';
import { embeddedGazetteer, foldName } from './gazetteer.ts';
import { findTown, placesWithin } from './nearby.ts';
import { milesBetween, toPlane, type Position } from './plane.ts';
import { outwardCodesLike, positionOfPostcode } from './postcodes.ts';

export interface FoundPlace extends Place {
  position: Position;
}

/**
 * Finds a town by its name, or a postcode of any form; its label never has the last two letters.
 */
export function findPlace(text: string): FoundPlace | undefined {
  const postcode = parsePostcode(text);
  if (postcode) {
    const position = positionOfPostcode(text);
    return position && { label: postcode.sector ?? postcode.outward, kind: 'postcode', position };
  }
  const town = findTown(text);
  return town && { label: town.name, kind: 'town', position: toPlane(town) };
}

const maxSuggested = 8;

/** Suggests postcodes for a text that looks like the beginning of one, and towns for any other. */
export function suggestPlaces(text: string): Place[] {
  if (isLikePostcode(text)) return suggestPostcodes(text).slice(0, maxSuggested);
  return embeddedGazetteer()(text)
    .slice(0, maxSuggested)
    .map(({ mainText, description }) => {
      const [place, named] = [findTown(description), findTown(mainText)];
      const isKnownByName = place?.latitude === named?.latitude;
      return { label: isKnownByName ? mainText : firstTwo(description), kind: 'town' };
    });
}

function suggestPostcodes(text: string): Place[] {
  const found = findPlace(text);
  const labels = [found?.label ?? [], outwardCodesLike(compactPostcode(text))].flat();
  return [...new Set(labels)].map((label) => ({ label, kind: 'postcode' }));
}

/** 'Newport, Isle of Wight' of 'Newport, Isle of Wight, England'. */
const firstTwo = (description: string) => description.split(', ').slice(0, 2).join(', ');

/** An outward code has one position, a few miles from its ends. */
const farthestNamed = 5;
const farthestTown = 12;

/**
 * Names the town of a postcode: the nearest one that an address names near there, else the nearest
 * one.
 */
export function townOfPostcode(postcode: string, address: string): string | undefined {
  const position = positionOfPostcode(postcode);
  if (!position) return undefined;
  const parts = address.split(/[,;()|]/).map(foldName);
  const near = nearestFirst(placesWithin(position, farthestNamed), position);
  const named = (matches: (part: string, name: string) => boolean) =>
    near.find(({ folded }) => folded.some((name) => parts.some((part) => matches(part, name))));
  const meant =
    named((part, name) => part === name) ?? named((part, name) => part.startsWith(`${name} `));
  return (
    firstLabel(meant ? [meant, ...near] : near) ??
    firstLabel(nearestFirst(placesWithin(position, farthestTown), position))
  );
}

const nearestFirst = <Town extends { position: Position }>(
  places: readonly Town[],
  centre: Position,
): Town[] =>
  places.toSorted(
    (one, other) => milesBetween(centre, one.position) - milesBetween(centre, other.position),
  );

function firstLabel(places: readonly { name: string; position: Position }[]): string | undefined {
  for (const place of places) {
    const label = labelOf(place);
    if (label !== undefined) return label;
  }
  return undefined;
}

/** Writes a town so that its name finds it: 'Newport', or 'Newport, Isle of Wight'. */
function labelOf({ name, position }: { name: string; position: Position }): string | undefined {
  const isMeant = (label: string) => {
    const town = findTown(label);
    return town !== undefined && milesBetween(toPlane(town), position) < 1;
  };
  return isMeant(name)
    ? name
    : suggestPlaces(name)
        .map(({ label }) => label)
        .find(isMeant);
}
