import { clockText, oddText } from '#contract/events/clock-changes.ts';
import { daysAfter } from '#contract/platform/days.ts';
import { day, hour, minute, second } from '#contract/platform/durations.ts';
import { momentOf, wallTimeOf, type WallTime } from '#contract/platform/london-time.ts';
import { atLine, CalendarError, type Line } from './calendar-lines.ts';
import {
  london,
  momentIn,
  oddityIn,
  utc,
  wallTimeIn,
  zoneWithOffset,
  type Zone,
} from './calendar-zones.ts';

/** A date or a moment of a calendar. */
export interface CalendarTime {
  moment: Date;
  /** The day in London. */
  day: string;
  isWholeDay: boolean;
  /** The time by its own clock. */
  wall: WallTime;
  zone: Zone;
  warning?: string;
}

/** The time zones of a calendar. */
export interface CalendarZones {
  /** Undefined for a name that nobody knows. */
  named: (name: string) => Zone | undefined;
  /** That of times without one. */
  floating: { zone: Zone; warning?: string };
}

/** The colon before a date, or before nothing: names of zones may have some, too. */
const valueStart = /:(?=\s*(?:\d{4}-?\d\d-?\d\d|$))/;
const zonePattern = /;TZID=("[^"]*"|[^;]*)/i;

/** Parses a property of dates: programs write names of zones in ways of their own. */
function timeProperty({ text, number, name }: Line): { zoneName?: string; values: string[] } {
  const start = (valueStart.exec(text) ?? /:/.exec(text))?.index ?? text.length;
  const [before, after] = [text.slice(0, start), text.slice(start + 1)];
  if ((before.split('"').length - 1) % 2 > 0) throw atLine(number, `${name} can't be read`);
  const zoneName = zonePattern.exec(before)?.[1]?.replaceAll('"', '');
  const isDay = /;VALUE=DATE(?:;|$)/i.test(before);
  // Some programs escape what is no text, and separate as nobody does.
  const values = after.split(/[,;]/).map((value) => {
    const plain = value.replaceAll('\\', '').trim();
    return isDay ? plain.replace(/T000000Z?$/i, '') : plain;
  });
  return { ...(zoneName && { zoneName }), values };
}

/**
 * Reads the one time of a property. A time without a zone, or with an unknown one, is a time in
 * London unless its calendar has another zone.
 * @throws CalendarError with the line
 */
export function timeIn(line: Line, zones: CalendarZones): CalendarTime {
  const { zoneName, values } = timeProperty(line);
  return timeFrom(values.find(Boolean) ?? '', zoneName, line, zones);
}

/**
 * Reads the times of a list as far as possible.
 * @param isNeeded whether a list without any readable time is an error
 * @returns also a sentence about those that can't be read
 * @throws CalendarError with the line
 */
export function listedTimes<Time>(
  line: Line,
  isNeeded: boolean,
  read: (value: string, zoneName: string | undefined) => Time,
): { times: Time[]; warnings: string[] } {
  const { zoneName, values } = timeProperty(line);
  const given = values.filter(Boolean);
  const times = given.flatMap((value) => {
    try {
      return [read(value, zoneName)];
    } catch (error) {
      if (error instanceof CalendarError) return [];
      throw error;
    }
  });
  if (times.length === given.length) return { times, warnings: [] };
  if (isNeeded && times.length === 0) throw notADate(line);
  const sentence = `Line ${line.number}: a date of ${line.name} can’t be read and was left out.`;
  return { times, warnings: [sentence] };
}

const notADate = ({ number, name }: Line) => atLine(number, `${name} is not a date`);

const timePattern =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** @throws CalendarError with the line */
export function timeFrom(
  value: string,
  zoneName: string | undefined,
  line: Line,
  zones: CalendarZones,
): CalendarTime {
  const parts = timePattern.exec(value) ?? [];
  const [, year, month, dayOfMonth, hours, minutes = '0', seconds = '0', offset] = parts;
  const date = `${year}-${month}-${dayOfMonth}`;
  const isReal = isDate(date) && date >= '1900' && date < '2200';
  // The end of a day by ISO 8601.
  const isMidnight = hours === '24' && Number(minutes) + Number(seconds) === 0;
  if (
    !isReal ||
    (Number(hours ?? 0) > 23 && !isMidnight) ||
    Number(minutes) > 59 ||
    Number(seconds) > 60
  ) {
    throw notADate(line);
  }
  if (hours === undefined) return wholeDay(date);
  const time = Number(hours) * hour + Number(minutes) * minute + Number(seconds) * second;
  const wall = isMidnight ? { date: daysAfter(date, 1), time: 0 } : { date, time };
  return timeAt(wall, zoneOf(offset, zoneName, zones));
}

const isDate = (text: string): boolean => {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

export const wholeDay = (date: string): CalendarTime => ({
  ...timeAt({ date, time: 0 }, { zone: london }),
  isWholeDay: true,
});

function timeAt(wall: WallTime, { zone, warning }: CalendarZones['floating']): CalendarTime {
  const moment = zone === london ? momentOf(wall).moment : momentIn(zone, wall);
  const sentence = warning ?? zone.guess;
  return {
    moment,
    day: wallTimeOf(moment).date,
    isWholeDay: false,
    wall,
    zone,
    ...(sentence && { warning: sentence }),
  };
}

const unknownZone = 'Its time zone is not known, so its times are read as times in London.';

const zoneAndUtc = 'Its times have a time zone and a Z, so they are read as UTC.';

function zoneOf(
  offset: string | undefined,
  zoneName: string | undefined,
  { named, floating }: CalendarZones,
): CalendarZones['floating'] {
  if (offset) {
    const zone = (/z/i.test(offset) ? utc : zoneWithOffset(offset)) ?? utc;
    const isOther = zoneName && named(zoneName) !== zone;
    return isOther && zone === utc ? { zone, warning: zoneAndUtc } : { zone };
  }
  if (zoneName === undefined) return floating;
  const zone = named(zoneName);
  return zone ? { zone } : { zone: london, warning: unknownZone };
}

/** A length by the calendar in days, and by the clock in milliseconds (RFC 5545, section 3.3.6). */
export interface Length {
  days: number;
  exact: number;
}

const lengthPattern =
  /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i;
/** In days. */
const longest = 366;

/** @throws CalendarError with the line */
export function lengthFrom(text: string, line: Line): Length {
  const found = lengthPattern.exec(text.trim());
  const [, sign, ...numbers] = found ?? [];
  if (!numbers.some(Boolean)) throw atLine(line.number, `${line.name} can't be read`);
  const [weeks, days, hours, minutes, seconds] = numbers.map((number) => Number(number ?? 0));
  if (sign === '-') return { days: 0, exact: 0 };
  const exact = (hours ?? 0) * hour + (minutes ?? 0) * minute + (seconds ?? 0) * second;
  const whole = (weeks ?? 0) * 7 + (days ?? 0);
  if (whole + exact / day > longest) throw atLine(line.number, `${line.name} is over a year`);
  return { days: whole, exact };
}

/** Days are as long as the clock makes them, hours always the same. */
export const timeAfter = ({ zone, wall }: CalendarTime, { days, exact }: Length): Date =>
  new Date(momentIn(zone, { date: daysAfter(wall.date, days), time: wall.time }).getTime() + exact);

/** The time by another clock. */
export const wallTimeBy = (zone: Zone, time: CalendarTime): WallTime =>
  time.zone === zone ? time.wall : wallTimeIn(zone, time.moment);

/** Says what becomes of a time that the clocks of its zone skip or show twice. */
export function clockChangeText(
  { wall, zone, moment }: CalendarTime,
  verb: 'starts' | 'ends',
): string | undefined {
  const oddity = oddityIn(zone, wall);
  if (!oddity) return undefined;
  if (zone === london) return oddText(oddity, verb, wall, moment);
  const meant = clockText(wall.time);
  return oddity === 'skipped'
    ? `The clocks of its time zone go forward past ${meant} that night, so it ${verb} at ${clockText(wallTimeOf(moment).time)} in the UK.`
    : `The clocks of its time zone go back that night and show ${meant} twice; it ${verb} the first time.`;
}
