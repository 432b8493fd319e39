import { day } from '#contract/platform/durations.ts';
import type { CalendarZones } from './calendar-times.ts';
import { ianaName, london, zoneNamed, zoneWithOffset, type Zone } from './calendar-zones.ts';
import { ruleDays, ruleParts } from './rule-expansion.ts';

/** The most of a file that are read, and the longest in characters. */
const mostZones = 200;
const longestZone = 20_000;

/**
 * Finds the time zones of a calendar: those that it defines itself (RFC 5545, section 3.6.5), apart
 * from IANA's, and the one that times without a zone are in.
 */
export function zonesOf(text: string): CalendarZones {
  const definitions = definitionsIn(text);
  const cache = new Map<string, Zone | undefined>();
  const find = (name: string) => {
    if (name.includes('/') && ianaName(name)) return zoneNamed(name);
    const definition = definitions.get(name) ?? '';
    const [place = name] = valuesOf(definition, 'X-LIC-LOCATION');
    return definedZone(name, definition) ?? zoneNamed(name) ?? zoneNamed(place);
  };
  const named = (name: string) => {
    if (!cache.has(name)) cache.set(name, find(name));
    return cache.get(name);
  };
  const floating = /^X-WR-TIMEZONE[^:\r\n]{0,100}:([^\r\n]{1,100})/im.exec(text)?.[1]?.trim();
  const zone = floating ? named(floating) : london;
  return { named, floating: zone ? { zone } : { zone: london, warning: unknownFloating } };
}

const unknownFloating =
  'The time zone of its calendar is not known, so its times are read as times in London.';

/** Maps the names that a file defines to their definitions, unfolded. */
function definitionsIn(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let start: number | undefined;
  for (const { 1: verb, index } of text.matchAll(/^(BEGIN|END):VTIMEZONE/gim)) {
    if (verb?.toUpperCase() === 'BEGIN') start = index;
    else if (start !== undefined && index - start < longestZone && found.size < mostZones) {
      const definition = text.slice(start, index).replaceAll(/(?:\r\n|\r|\n)[ \t]/g, '');
      const [name] = valuesOf(definition, 'TZID');
      if (name) found.set(name.replaceAll('"', ''), definition);
      start = undefined;
    }
  }
  return found;
}

/** Finds the values of a property, without its parameters. */
const valuesOf = (text: string, name: string): string[] =>
  text.split(/[\r\n]+/).flatMap((line) => {
    const [before = '', ...after] = line.split(':');
    return before.split(';')[0]?.toUpperCase() === name ? [after.join(':').trim()] : [];
  });

/** A moment from which a zone's clock has another offset. */
interface Onset {
  moment: number;
  before: number;
  offset: number;
}

function definedZone(name: string, definition: string): Zone | undefined {
  const onsets = definition
    .split(/^BEGIN:(?:STANDARD|DAYLIGHT)/im)
    .slice(1)
    .flatMap(onsetsOf)
    .toSorted((one, two) => one.moment - two.moment);
  const [first] = onsets;
  if (!first) return undefined;
  const offsetAt = (moment: number) =>
    onsets.findLast((onset) => onset.moment <= moment)?.offset ?? first.before;
  return { name, offsetAt };
}

function onsetsOf(observance: string): Onset[] {
  const [before, offset] = ['TZOFFSETFROM', 'TZOFFSETTO'].map((name) =>
    zoneWithOffset(valuesOf(observance, name)[0]?.slice(0, 5) ?? '')?.offsetAt(0),
  );
  const [start] = clocksIn(valuesOf(observance, 'DTSTART'));
  if (before === undefined || offset === undefined || start === undefined) return [];
  const repeated = valuesOf(observance, 'RRULE').flatMap((rule) => clocksOfRule(rule, start));
  const clocks = [start, ...clocksIn(valuesOf(observance, 'RDATE')), ...repeated];
  return clocks.map((clock) => ({ moment: clock - before, before, offset }));
}

/** Each rule is for one change a year. */
const mostOnsets = 300;

function clocksOfRule(rule: string, start: number): number[] {
  const parts = ruleParts(rule);
  if (parts.FREQ !== 'YEARLY') return [];
  const first = new Date(start).toISOString().slice(0, 10);
  const time = start - Date.parse(first);
  const [until = Infinity] = clocksIn([parts.UNTIL ?? '']);
  const most = Math.min(Number(parts.COUNT ?? mostOnsets), mostOnsets);
  const clocks: number[] = [];
  for (const date of ruleDays(parts, first, '1970-01-01')) {
    const clock = Date.parse(date) + time;
    // The end may be written by any clock.
    if (clocks.length >= most || clock > until + day / 2) break;
    clocks.push(clock);
  }
  return clocks;
}

/** Reads times by their own clock, in milliseconds as if it were UTC. */
const clocksIn = (values: string[]): number[] =>
  values
    .flatMap((value) => value.split(','))
    .flatMap((value) => {
      const [, year, month, date, hours = '00', minutes = '00'] = clockPattern.exec(value) ?? [];
      const clock = Date.parse(`${year}-${month}-${date}T${hours}:${minutes}:00Z`);
      return Number.isNaN(clock) ? [] : [clock];
    });

const clockPattern = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d))?/;
