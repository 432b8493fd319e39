import { readFileSync } from 'node:fs';
import { projectFile } from '#platform/process/files.ts';
import { locationSuggestions, type Suggestion } from '#contract/base/locations.ts';

interface Area {
  county: string;
  country: string;
  /** Folded, with a space before each word. */
  words: string;
}

export type Gazetteer = (text: string) => Suggestion[];

export const placesFile = projectFile('server/platform/geo/places.txt');

let bundledGazetteer: Gazetteer | undefined;

/** The bundled gazetteer of the United Kingdom, read once. */
export const embeddedGazetteer = (): Gazetteer =>
  (bundledGazetteer ??= createGazetteer(readFileSync(placesFile, 'utf8')));

const nameEnd = '\n';

/**
 * Makes a search over the lines of `places.txt`, which has the largest places first. Their folded
 * names form one text in that order, so that a search is a run of indexOf, and the characters
 * around a hit tell how good it is. A place's line is parsed when it is found.
 */
export function createGazetteer(text: string): Gazetteer {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const areas = lines.filter((line) => line.startsWith('@')).map(toArea);
  const names: string[] = [];
  const starts: number[] = [];
  const owners: string[] = [];
  let end = nameEnd.length;
  for (const line of lines.slice(areas.length)) {
    for (const name of searchNames(line)) {
      names.push(name);
      starts.push(end);
      owners.push(line);
      end += name.length + nameEnd.length;
    }
  }
  const allNames = nameEnd + names.join(nameEnd) + nameEnd;

  return (typed) => {
    const [name = '', ...rest] = typed.split(',');
    const wanted = foldName(name);
    if (!wanted) return [];
    const isMeant = areaTest(foldName(rest.join(' ')));
    const found = new Map<string, Suggestion>();
    for (const hits of byQuality(allNames, wanted)) {
      for (const hit of hits) {
        const line = owners[lastAtOrBefore(starts, hit)] ?? '';
        const area = areas[areaNumber(line)];
        if (area && isMeant(area)) found.set(line, found.get(line) ?? toSuggestion(line, area));
        if (found.size === locationSuggestions) return [...found.values()];
      }
    }
    return [...found.values()];
  };
}

/** Finds the text as a whole name, at a name's start, at a word's start, and within a word. */
function byQuality(allNames: string, wanted: string): number[][] {
  const [whole, start, word, within]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let at = allNames.indexOf(wanted); at !== -1; at = allNames.indexOf(wanted, at + 1)) {
    const before = allNames[at - 1];
    if (before === ' ') word.push(at);
    else if (before !== nameEnd) within.push(at);
    else if (allNames[at + wanted.length] === nameEnd) whole.push(at);
    else start.push(at);
  }
  return [whole, start, word, within];
}

/** Each word after the comma must begin a word of the area. */
function areaTest(wanted: string): (area: Area) => boolean {
  if (!wanted) return () => true;
  const beginnings = wanted.split(' ').map((word) => ` ${word}`);
  return ({ words }) => beginnings.every((beginning) => words.includes(beginning));
}

const linkingWords = / (?:by|cum|de|in|le|next|on|super|under|upon|and) /;

/** People call 'Newcastle upon Tyne' Newcastle. */
export const shortName = (folded: string): string => folded.split(linkingWords, 1)[0] ?? folded;

function searchNames(line: string): string[] {
  const names = line.slice(0, line.indexOf('\t')).split('|').map(foldName);
  const [first = ''] = names;
  const short = shortName(first);
  return short === first ? names : [...names, short];
}

function lastAtOrBefore(sorted: number[], value: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function toArea(line: string): Area {
  const [county = '', country = ''] = line.slice(1).split('\t');
  return { county, country, words: ` ${foldName(`${county} ${country}`)}` };
}

const areaNumber = (line: string) => Number(line.split('\t')[1]);

function toSuggestion(line: string, { county, country }: Area): Suggestion {
  const [names = '', , , id] = line.split('\t');
  const [mainText = ''] = names.split('|');
  const secondaryText = county === mainText ? country : `${county}, ${country}`;
  const description = `${mainText}, ${secondaryText}`;
  return {
    placeId: id ? `geonames:${id}` : `place:${foldName(description).replaceAll(' ', '-')}`,
    description,
    mainText,
    secondaryText,
  };
}

const plainWords = /^[A-Za-z]+( [A-Za-z]+)*$/;

/**
 * Folds text for comparing names: without case, accents, apostrophes, hyphens and the 'ai' of
 * 'Saint'.
 */
export function foldName(text: string): string {
  const letters = plainWords.test(text) ? text.toLowerCase() : withoutMarks(text);
  return letters.replace(/\bsaint(?= )/g, 'st').trim();
}

const withoutMarks = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’‘`]/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
