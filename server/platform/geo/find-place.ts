import type { Place } from '#contract/base/locations.ts';
import { compactPostcode, isLikePostcode, parsePostcode } from '#contract/platform/postcodes.ts';
import { embeddedGazetteer } from './gazetteer.ts';
import { findTown } from './nearby.ts';
import { toPlane, type Position } from './plane.ts';
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

const mostSuggested = 8;

/** Suggests postcodes for a text that looks like the beginning of one, and towns for any other. */
export function suggestPlaces(text: string): Place[] {
  if (isLikePostcode(text)) return suggestPostcodes(text).slice(0, mostSuggested);
  return embeddedGazetteer()(text)
    .slice(0, mostSuggested)
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
