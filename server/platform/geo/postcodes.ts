import { readFileSync } from 'node:fs';
import { parsePostcode } from '#contract/platform/postcodes.ts';
import { fileReason } from '#platform/process/file-reason.ts';
import { projectFile } from '#platform/process/files.ts';
import { findTown } from './nearby.ts';
import { toPlane, type Position } from './plane.ts';
import { ConfigError } from '#platform/config-addresses.ts';

export const outwardCodesFile = projectFile('server/platform/geo/postcodes.txt');

let bundledPositions: Map<string, Position> | undefined;
const outwardCodes = () =>
  (bundledPositions ??= readOutwardCodes(readFileSync(outwardCodesFile, 'utf8')));

/**
 * Reads the lines of `postcodes.txt`: outward codes, a tab, and the town at their heart or its
 * latitude and longitude. A town that isn't in `places.txt` gives no position.
 */
export function readOutwardCodes(text: string): Map<string, Position> {
  const codes = new Map<string, Position>();
  for (const line of text.split('\n')) {
    const [outward = '', where = ''] = line.split('\t');
    const spot = where && !line.startsWith('#') ? (degreesIn(where) ?? findTown(where)) : undefined;
    if (spot) for (const code of outward.split(' ')) codes.set(code, toPlane(spot));
  }
  return codes;
}

function degreesIn(where: string) {
  const [, latitude, longitude] = /^(-?\d+\.\d+) (-?\d+\.\d+)$/.exec(where) ?? [];
  return latitude && longitude
    ? { latitude: Number(latitude), longitude: Number(longitude) }
    : undefined;
}

let sectorPositions = new Map<string, Position>();
let sectorsFile: string | undefined;

/** The line that the licence of the file's data asks for; undefined without a file. */
export const sourceOfSectors = (): string | undefined => sectorsFile;

/**
 * Places sectors by a file, which is better than the bundled outward codes.
 * @throws ConfigError for a file that can't be read
 */
export function useSectorsOf(file: string): void {
  try {
    const text = readFileSync(file, 'utf8');
    sectorPositions = readSectors(text);
    sectorsFile = /^# Source: (.+)$/m.exec(text)?.[1]?.trim();
  } catch (error) {
    const reason = fileReason(error) ?? (error instanceof Error ? error.message : String(error));
    throw new ConfigError(`POSTCODES ${file}: ${reason}. Make it with scripts/make-postcodes.mjs.`);
  }
}

/**
 * Reads lines such as `TR18 4,50.1182,-5.5371`: sector, latitude and longitude in degrees.
 * @throws Error that names the first line that isn't one
 */
export function readSectors(text: string): Map<string, Position> {
  const read = new Map<string, Position>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [name = '', latitude, longitude] = line.split(',').map((cell) => cell.trim());
    const sector = parsePostcode(name)?.sector;
    const spot = { latitude: Number(latitude), longitude: Number(longitude) };
    if (!sector || !(Math.abs(spot.latitude - 55) < 7) || !(Math.abs(spot.longitude + 3) < 7)) {
      throw new Error(`Line ${index + 1} is no sector with its latitude and longitude`);
    }
    read.set(sector, toPlane(spot));
  }
  return read;
}

/** Finds where a postcode is: by its sector where a file tells it, else by its outward code. */
export function positionOfPostcode(text: string): Position | undefined {
  const { outward = '', sector = '' } = parsePostcode(text) ?? {};
  return sectorPositions.get(sector) ?? outwardCodes().get(outward);
}

/** Lists outward codes that begin with a text, in order of length. */
export const outwardCodesLike = (typed: string): string[] =>
  [...outwardCodes().keys()]
    .filter((code) => code.startsWith(typed))
    .toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1));
