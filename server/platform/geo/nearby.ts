import { readFileSync } from 'node:fs';
import { placesFile, foldName, shortName } from './gazetteer.ts';
import { metresPerMile, milesBetween as planeMiles, toPlane, type Position } from './plane.ts';

export interface NearbyTown {
  /** The name as written: 'Bury St Edmunds'. */
  name: string;
  /** The names that people type, in lower case: 'kingston upon hull', 'hull'. */
  names: string[];
  /** The distance as the crow flies, rounded. */
  miles: number;
}

interface Spot {
  /** In degrees. */
  latitude: number;
  longitude: number;
}

interface Place extends Spot {
  name: string;
  /** The name and its alternatives, in lower case. */
  names: string[];
  /** The names, folded. */
  folded: string[];
  position: Position;
  /** 'north yorkshire england', folded, with a space before each word. */
  area: string;
  /** A village with the name of a larger place, which people mostly mean by that name. */
  eclipsed: boolean;
}

/** The number of places, by size, that people know by name. */
const wellKnown = 1_500;

const milesPerDegree = 69.1;

let cachedPlaces: Place[] | undefined;

/** The places bundled with the program, largest first. The file is read once. */
const loadPlaces = () => (cachedPlaces ??= readPlaces(readFileSync(placesFile, 'utf8')));

let byName: Map<string, Place[]> | undefined;

/** Finds the places of a folded name, largest first. */
const placesNamed = (name: string): readonly Place[] =>
  (byName ??= indexByName(loadPlaces())).get(name) ?? [];

function indexByName(all: Place[]): Map<string, Place[]> {
  const index = new Map<string, Place[]>();
  for (const place of all) {
    for (const name of new Set(place.folded)) {
      const named = index.get(name);
      if (named) named.push(place);
      else index.set(name, [place]);
    }
  }
  return index;
}

let allNames: { name: string; spelling: string }[] | undefined;

/** Lists every name of every place, folded, with the place's main name; largest first. */
export const placeNames = () =>
  (allNames ??= loadPlaces().flatMap(({ name, folded }) =>
    [...folded, ...folded.slice(0, 1).map(shortName)].map((spelling) => ({ name, spelling })),
  ));

let areaTexts: Set<string> | undefined;

/** Lists each area once: ' north yorkshire england '. */
const areaNames = () => (areaTexts ??= new Set(loadPlaces().map(({ area }) => `${area} `)));

function readPlaces(text: string): Place[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const areas = lines.filter((line) => line.startsWith('@')).map((line) => ` ${foldName(line)}`);
  const larger = new Set<string>();
  return lines.slice(areas.length).map((line, rank) => {
    const [names = '', area, spot = ''] = line.split('\t');
    const [name = '', ...others] = names.split('|');
    const [latitude = 0, longitude = 0] = spot.split(' ').map(Number);
    const position = toPlane({ latitude, longitude });
    const all = [name, ...others];
    const eclipsed = rank >= wellKnown && larger.has(name);
    larger.add(name);
    return {
      name,
      names: all.map((each) => each.toLowerCase()),
      folded: all.map(foldName),
      area: areas[Number(area)] ?? '',
      eclipsed,
      position,
      latitude,
      longitude,
    };
  });
}

/**
 * Lists the towns around a town or region, including itself, nearest first; none for a text that
 * names neither. Every town in a region counts as near, however far from its middle. Only the
 * nearest of several towns with one name is listed, and no village that shares a town's name: an
 * event stores only the name.
 */
export function townsNear(
  text: string,
  { within, atMost }: { within: number; atMost: number },
): NearbyTown[] {
  const target = placeOf(text);
  if (!target) return [];
  const towns = new Map<string, NearbyTown>();
  const around = loadPlaces()
    .map((place) => ({ place, miles: milesBetween(target.centre, place) }))
    .filter(({ place, miles }) => miles <= within || target.holds(place))
    .filter(({ place }) => !place.eclipsed || place === target.centre)
    .toSorted((one, other) => one.miles - other.miles);
  for (const { place, miles } of around) {
    if (towns.size === atMost) break;
    const [key = ''] = place.names;
    const { name, names } = place;
    if (!towns.has(key)) towns.set(key, { name, names, miles: Math.round(miles) });
  }
  return [...towns.values()];
}

/**
 * Lists the names of the towns within some miles of a position, in lower case; no village that
 * shares a town's name.
 */
export function townNamesWithin(centre: Position, miles: number): string[] {
  const around = placesWithin(centre, miles).filter(({ eclipsed }) => !eclipsed);
  return [...new Set(around.flatMap(({ names }) => names))];
}

/** Lists the places within some miles of a position. */
export function placesWithin({ x, y }: Position, miles: number): readonly Place[] {
  const reach = miles * metresPerMile;
  return loadPlaces().filter(
    ({ position }) =>
      Math.abs(position.x - x) <= reach &&
      Math.abs(position.y - y) <= reach &&
      planeMiles({ x, y }, position) <= miles,
  );
}

/** There is a village called Wales in Yorkshire, but people who write Wales mean the country. */
const countryNames = new Set(['england', 'scotland', 'wales', 'northern ireland']);
export const isCountry = (folded: string) => countryNames.has(folded);

/** Tells whether a text names a town, or a region with towns in it. */
export function isKnownPlace(text: string): boolean {
  const { wanted } = wantedIn(text);
  return wanted !== undefined && (placesNamed(wanted).length > 0 || isRegion(wanted));
}

function isRegion(wanted: string): boolean {
  for (const area of areaNames()) if (area.includes(` ${wanted} `)) return true;
  return false;
}

/** Splits a folded text into a name and the area after it; a country's name counts as no name. */
export function wantedIn(text: string): { wanted: string | undefined; area: string } {
  const [name = '', ...rest] = text.replace(/,\s*(?:united kingdom|uk|gb)\s*$/i, '').split(',');
  const [wanted, area] = [foldName(name), foldName(rest.join(' '))];
  const isNone = !wanted || (!area && isCountry(wanted));
  return { wanted: isNone ? undefined : wanted, area };
}

/** Finds the largest town of a name, within the area after it if there is one of that name. */
export function findTown(text: string): (Spot & { name: string }) | undefined {
  const { wanted, area } = wantedIn(text);
  const named = wanted === undefined ? [] : placesNamed(wanted);
  return named.find((place) => isIn(place, area)) ?? named[0];
}

/** Finds the town of a text, else a region. */
function placeOf(text: string): { centre: Spot; holds: (place: Place) => boolean } | undefined {
  const { wanted } = wantedIn(text);
  if (wanted === undefined) return undefined;
  const town = findTown(text);
  if (town) return { centre: town, holds: () => false };
  // 'Yorkshire' covers every council area with that word.
  const inRegion = (place: Place) => `${place.area} `.includes(` ${wanted} `);
  const centre = middleOf(loadPlaces().filter(inRegion));
  return centre && { centre, holds: inRegion };
}

const isIn = (place: Place, area: string) =>
  area.split(' ').every((word) => place.area.includes(` ${word}`));

function middleOf(spots: Spot[]): Spot | undefined {
  if (spots.length === 0) return undefined;
  const mean = (axis: keyof Spot) =>
    spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length;
  return { latitude: mean('latitude'), longitude: mean('longitude') };
}

/**
 * Calculates on a plane: within the hundred miles that matter here the error is below one per cent.
 */
function milesBetween(one: Spot, other: Spot): number {
  const north = one.latitude - other.latitude;
  const east = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(north, east) * milesPerDegree;
}
