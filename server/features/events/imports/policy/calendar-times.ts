import { TZDate } from '@date-fns/tz';
import ICAL from 'ical.js';
import { z } from 'zod';
import { dateOf } from '#contract/platform/days.ts';
import { second } from '#contract/platform/durations.ts';
import { momentOf } from '#contract/platform/london-time.ts';
import { atLine, type Line } from './calendar-lines.ts';

/** A date or a moment of a calendar. */
export interface CalendarTime {
  moment: Date;
  /** The day in London. */
  day: string;
  isWholeDay: boolean;
  /** Another time zone than London's. */
  zone?: string;
  warning?: string;
}

/** Names of Windows for time zones, by CLDR's table, for the parts of the world around the UK. */
const windowsZones: Partial<Record<string, string>> = {
  'gmt standard time': 'Europe/London',
  'greenwich standard time': 'Atlantic/Reykjavik',
  'w. europe standard time': 'Europe/Berlin',
  'romance standard time': 'Europe/Paris',
  'central europe standard time': 'Europe/Budapest',
  'central european standard time': 'Europe/Warsaw',
  'fle standard time': 'Europe/Kyiv',
  'gtb standard time': 'Europe/Bucharest',
  'e. europe standard time': 'Europe/Chisinau',
  'russian standard time': 'Europe/Moscow',
  'turkey standard time': 'Europe/Istanbul',
  'eastern standard time': 'America/New_York',
  'central standard time': 'America/Chicago',
  'mountain standard time': 'America/Denver',
  'pacific standard time': 'America/Los_Angeles',
  'india standard time': 'Asia/Kolkata',
  'aus eastern standard time': 'Australia/Sydney',
  'new zealand standard time': 'Pacific/Auckland',
  utc: 'UTC',
  gmt: 'UTC',
  'tzone://microsoft/utc': 'UTC',
};

const londonZone = 'Europe/London';

/** Finds the IANA name of a time zone, which programs write in many ways; undefined if unknown. */
export function zoneNamed(text: string): string | undefined {
  const plain = text.replaceAll('"', '').trim();
  const fromWindows = windowsZones[plain.toLowerCase()];
  if (fromWindows) return fromWindows;
  // Outlook's '(UTC+00:00) Dublin, Edinburgh, Lisbon, London', and prefixes of older programs.
  if (/^\((?:UTC|GMT).*\bLondon$/i.test(plain)) return londonZone;
  const own = plain.startsWith('/') ? plain.split('/').slice(-2).join('/') : plain;
  return isZone(own) ? own : undefined;
}

function isZone(name: string): boolean {
  if (!/^[A-Za-z][\w+-]{0,30}(?:\/[\w+-]{1,30}){0,2}$/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

const Property = z.tuple([z.string(), z.record(z.string(), z.unknown()), z.string()], z.unknown());

/** Exchange writes an address without quotes. */
const bareAddress = /;TZID=([^":;]+:\/\/[^":;]+):/;

/**
 * Parses a property into its parameters and values, in the shape of jCal (RFC 7265).
 * @throws CalendarError with the line
 */
export function readProperty({ text, number, name }: Line) {
  try {
    const [, parameters, , ...values] = Property.parse(
      ICAL.parse.property(text.replace(bareAddress, ';TZID="$1":')),
    );
    return { parameters, values };
  } catch {
    throw atLine(number, `${name} can't be read`);
  }
}

const timePattern = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)(Z?))?$/;

/**
 * Reads the times of a property. A time without a zone, or with an unknown one, is a time in
 * London.
 * @throws CalendarError with the line
 */
export function timesIn(line: Line): CalendarTime[] {
  const { parameters, values } = readProperty(line);
  return values.map((value) => {
    const parts = timePattern.exec(String(value));
    const [, year, month, day, hours, minutes, seconds, utc] = parts ?? [];
    const date = `${year}-${month}-${day}`;
    const isReal = z.iso.date().safeParse(date).success && date >= '1970' && date < '2200';
    if (!isReal || Number(hours ?? 0) > 23 || Number(minutes ?? 0) > 59) {
      throw atLine(line.number, `${line.name} is not a date`);
    }
    if (hours === undefined) return { ...inLondon(date, 0), isWholeDay: true };
    const time = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * second;
    if (utc) return momentIn(new Date(Date.parse(date) + time));
    const { tzid } = parameters;
    const named = typeof tzid === 'string' ? zoneNamed(tzid) : londonZone;
    if (named === londonZone) return inLondon(date, time);
    if (named === undefined) {
      const warning = 'Its time zone is not known, so its times are read as times in London.';
      return { ...inLondon(date, time), warning };
    }
    const clock = [Number(year), Number(month) - 1, Number(day)] as const;
    const local = new TZDate(...clock, Number(hours), Number(minutes), Number(seconds), named);
    return { ...momentIn(new Date(local.getTime())), zone: named };
  });
}

const inLondon = (date: string, time: number): CalendarTime => ({
  moment: momentOf({ date, time }).moment,
  day: date,
  isWholeDay: false,
});

const momentIn = (moment: Date): CalendarTime => ({
  moment,
  day: dateOf(moment),
  isWholeDay: false,
});
