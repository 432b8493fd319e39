import { tzOffset } from '@date-fns/tz';
import { londonZone } from '#contract/platform/dates.ts';
import { day, hour, minute } from '#contract/platform/durations.ts';
import type { Oddity, WallTime } from '#contract/platform/london-time.ts';
import { zonesOfPlaces, zonesOfWindows } from './windows-zones.ts';

export interface Zone {
  name: string;
  /** How far its clock is ahead of UTC at a moment, both in milliseconds. */
  offsetAt: (moment: number) => number;
  /** A sentence for organisers where the zone is a guess. */
  guess?: string;
}

const zoneOf = (name: string): Zone => ({
  name,
  offsetAt: (moment) => tzOffset(name, new Date(moment)) * minute,
});

const fixedZone = (name: string, offset: number): Zone => ({ name, offsetAt: () => offset });

export const utc = fixedZone('UTC', 0);
export const london = zoneOf(londonZone);

/**
 * Returns the moment at which a zone's clock shows a time: after the gap if the clock skips it, the
 * first of two if it comes twice.
 */
export function momentIn({ offsetAt }: Zone, { date, time }: WallTime): Date {
  const clock = Date.parse(date) + time;
  const [before, after] = [clock - offsetAt(clock - day), clock - offsetAt(clock + day)];
  const isAfter = clock - offsetAt(before) !== before && clock - offsetAt(after) === after;
  return new Date(isAfter ? after : before);
}

/** Tells whether a zone's clock skips a time, or shows it twice. */
export function oddityIn({ offsetAt }: Zone, { date, time }: WallTime): Oddity | undefined {
  const clock = Date.parse(date) + time;
  const moments = new Set([clock - offsetAt(clock - day), clock - offsetAt(clock + day)]);
  const shown = [...moments].filter((moment) => moment + offsetAt(moment) === clock).length;
  return shown === 0 ? 'skipped' : shown === 2 ? 'twice' : undefined;
}

export function wallTimeIn({ offsetAt }: Zone, moment: Date): WallTime {
  const shown = new Date(moment.getTime() + offsetAt(moment.getTime())).toISOString();
  return { date: shown.slice(0, 10), time: Date.parse(shown) - Date.parse(shown.slice(0, 10)) };
}

/** Names that IANA lacks, or has for another place than people and programs in the UK mean. */
const usualNames = new Map(
  Object.entries({
    UTC: 'utc z zulu ut gmt greenwich|mean|time coordinated|universal|time tzone://microsoft/utc',
    [londonZone]: 'bst british|summer|time british|time uk|time uk',
    'Europe/Lisbon': 'wet west',
    'Europe/Paris': 'cet cest mez mesz met mest',
    'Europe/Athens': 'eet eest',
    'Europe/Moscow': 'msk',
    'America/Halifax': 'ast adt',
    'America/New_York': 'est edt',
    'America/Chicago': 'cst cdt',
    'America/Denver': 'mst mdt',
    'America/Los_Angeles': 'pst pdt',
    'Pacific/Honolulu': 'hst',
    'Africa/Johannesburg': 'sast',
    'Asia/Tokyo': 'jst',
    'Australia/Sydney': 'aest aedt',
    'Pacific/Auckland': 'nzst nzdt',
  }).flatMap(([zone, names]) => names.split(' ').map((name) => [name.replaceAll('|', ' '), zone])),
);

/** '-0500', 'UTC+1', 'GMT+05:30'; Windows shows '(UTC+01:00) Amsterdam, Berlin'. */
const offsetPattern = /^(?:UTC|GMT)?([+-])(\d{1,2})(?:[:.]?(\d\d))?$/i;
const shownPattern = /^\(((?:UTC|GMT)[^)]{0,10})\)(.*)$/i;

/** Finds a time zone, which programs write in many ways; undefined if unknown. */
export function zoneNamed(text: string): Zone | undefined {
  const plain = text.replaceAll(/["\\]/g, '').trim();
  const key = plain.toLowerCase();
  const windows = key.replace(/ (?:daylight|summer) time$/, ' standard time');
  const [, offset, places = plain] = shownPattern.exec(plain) ?? [];
  const name =
    usualNames.get(key) ?? zonesOfWindows.get(windows) ?? zoneOfPlaces(places) ?? ianaName(plain);
  const known = [utc, london].find((zone) => zone.name === name);
  if (name) return known ?? zoneOf(name);
  const fixed = zoneWithOffset(offset ?? plain);
  const guess = `Its time zone is not known by its name, so its times are read as ${fixed?.name}, in summer too.`;
  return fixed && offset !== undefined ? { ...fixed, guess } : fixed;
}

/** Finds a zone by the first of its places that Windows shows, too: 'Sarajevo/Warsaw/Zagreb'. */
function zoneOfPlaces(text: string): string | undefined {
  const places = [text, ...text.split(/[,/:;]/)].map((place) => place.trim().toLowerCase());
  return zonesOfPlaces.get(places.find((place) => zonesOfPlaces.has(place)) ?? '');
}

export function zoneWithOffset(text: string): Zone | undefined {
  const [, sign, hours = '', minutes = '0'] = offsetPattern.exec(text.replaceAll(' ', '')) ?? [];
  if (!sign || Number(hours) > 14 || Number(minutes) > 59) return undefined;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * hour + Number(minutes) * minute);
  if (offset === 0) return utc;
  return fixedZone(`UTC${sign}${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`, offset);
}

/**
 * Finds the IANA name that a text is, or ends with as a path: '/mozilla.org/20050126_1/Europe/London'.
 */
export function ianaName(text: string): string | undefined {
  const name = text.replaceAll(' ', '_');
  const parts = name.split('/');
  const ends = name.startsWith('/') ? [3, 2].map((count) => parts.slice(-count).join('/')) : [name];
  return ends.map(canonicalName).find(Boolean);
}

function canonicalName(name: string): string | undefined {
  // Three letters alone are abbreviations: Node takes BST for Bangladesh.
  if (!/^(?!\w{3}$)[A-Za-z][\w+-]{0,30}(?:\/[\w+-]{1,30}){0,2}$/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
