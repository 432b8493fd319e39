import { gridToDegrees } from './grid.ts';

interface Point {
  postcode: string;
  /** In degrees. */
  latitude: number;
  longitude: number;
}

const partsOf = (postcode: string) =>
  /^([A-Z]{1,2}\d[A-Z\d]?)(\d)[A-Z]{2}$/.exec(postcode.toUpperCase().replace(/\s/g, ''));

const cellsOf = (line: string) => line.split(',').map((cell) => cell.trim().replace(/^"|"$/g, ''));

/** Postcodes without a position have this quality in Code-Point Open, and the grid's origin. */
const withoutPosition = '90';

/** Reads the lines of a file of OS Code-Point Open: postcode, quality, easting and northing. */
export function pointsOfGreatBritain(text: string): Point[] {
  return text.split('\n').flatMap((line) => {
    const [postcode = '', quality, easting, northing] = cellsOf(line);
    if (!partsOf(postcode) || quality === withoutPosition) return [];
    return [{ postcode, ...gridToDegrees(Number(easting), Number(northing)) }];
  });
}

/** A point under more sectors than this is some office, and no address. */
const maxSectors = 3;

const isInNorthernIreland = ({ latitude, longitude }: Point) =>
  latitude > 54 && latitude < 55.4 && longitude > -8.3 && longitude < -5.3;

/** Reads a file with the columns postcode, latitude and longitude, and keeps Northern Ireland. */
/** @throws Error for a first line without these columns */
export function pointsOfNorthernIreland(text: string): Point[] {
  const [head = '', ...lines] = text.split('\n');
  const names = cellsOf(head).map((name) => name.toLowerCase());
  const column = (name: string) => names.indexOf(name);
  const [code, north, east] = [column('postcode'), column('latitude'), column('longitude')];
  if (Math.min(code, north, east) < 0) {
    throw new Error('The first line must name the columns postcode, latitude and longitude.');
  }
  const points = lines.flatMap((line) => {
    const cells = cellsOf(line);
    const postcode = cells[code] ?? '';
    const point = { postcode, latitude: Number(cells[north]), longitude: Number(cells[east]) };
    return /^BT\d/i.test(postcode) && partsOf(postcode) && isInNorthernIreland(point)
      ? [point]
      : [];
  });
  const sectorsAt = new Map<string, Set<string>>();
  for (const point of points) {
    const spot = spotOf(point);
    sectorsAt.set(spot, (sectorsAt.get(spot) ?? new Set()).add(nameOf(point)));
  }
  return points.filter((point) => (sectorsAt.get(spotOf(point))?.size ?? 0) <= maxSectors);
}

const spotOf = ({ latitude, longitude }: Point) => `${latitude} ${longitude}`;

function nameOf({ postcode }: Point): string {
  const [, outward = '', digit = ''] = partsOf(postcode) ?? [];
  return `${outward} ${digit}`;
}

/** Writes a line for each sector: its name, and the medians of its points in degrees. */
export function sectorLines(points: readonly Point[]): string[] {
  const sectors = new Map<string, Point[]>();
  for (const point of points) {
    const name = nameOf(point);
    const found = sectors.get(name);
    if (found) found.push(point);
    else sectors.set(name, [point]);
  }
  return [...sectors]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, found]) => `${name},${median(found, 'latitude')},${median(found, 'longitude')}`);
}

function median(points: readonly Point[], axis: 'latitude' | 'longitude'): string {
  const sorted = points.map((point) => point[axis]).toSorted((one, other) => one - other);
  return (sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(4);
}
