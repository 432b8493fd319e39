import { day as dayLength } from './durations.ts';

/** People see all times in the time zone of the United Kingdom, wherever they are. */
export const zone = 'Europe/London';

type When = string | Date | null | undefined;
type Parts = Record<'weekday' | 'month' | 'day' | 'year' | 'hour' | 'minute' | 'dayPeriod', string>;

/** As many as a busy site shows within a while. */
const mostKept = 500;

/**
 * Caches formatted moments: formatting is the slow step, and cards and pages repeat the same
 * moments.
 */
function reader(month: 'short' | 'long') {
  // Built from parts, so server and browser agree to the character, whatever their versions of ICU.
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: month,
    month,
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  });
  const partsCache = new Map<number, Parts>();
  return (date: Date): Parts => {
    const time = date.getTime();
    const parts = partsCache.get(time) ?? partsOf(format, date);
    if (partsCache.size > mostKept) partsCache.clear();
    partsCache.set(time, parts);
    return parts;
  };
}
const short = reader('short');
const long = reader('long');

const parse = (when: When) =>
  when === null || when === undefined || when === '' ? null : new Date(when);
const isValid = (date: Date) => !Number.isNaN(date.getTime());

function partsOf(format: Intl.DateTimeFormat, date: Date): Parts {
  const parts = Object.fromEntries(
    format.formatToParts(date).map((part) => [part.type, part.value]),
  );
  return parts as Parts;
}

const clock = ({ hour, minute, dayPeriod }: Parts) =>
  `${hour}:${minute} ${dayPeriod.toUpperCase()}`;
const dayIn = ({ month, day, year }: Parts) => `${month} ${day}, ${year}`;
const fullDay = (parts: Parts) => `${parts.weekday}, ${dayIn(parts)}`;

/** Formats a valid date by `words`, and an invalid one as `otherwise`. */
function formatted<Words>(when: When, otherwise: Words, words: (parts: Parts) => Words): Words {
  const date = parse(when);
  return date && isValid(date) ? words(short(date)) : otherwise;
}

const noDate = 'Invalid date';

/** 'Mon, Jan 5 • 3:00 PM'; 'TBD' without a date, 'Invalid date' for an invalid one. */
export const formatMoment = (when: When): string =>
  formatted(
    when,
    parse(when) ? noDate : 'TBD',
    (parts) => `${parts.weekday}, ${parts.month} ${parts.day} • ${clock(parts)}`,
  );

/** A long date with both times, or both ends in full if it runs past midnight. */
export function formatRange(start: When, end: When): string {
  const from = parse(start);
  const to = parse(end);
  if (!from) return 'Date to be announced';
  if (!isValid(from)) return noDate;
  const first = long(from);
  if (!to || !isValid(to)) return `${fullDay(first)} • ${clock(first)}`;
  const last = long(to);
  return fullDay(first) === fullDay(last)
    ? `${fullDay(first)} • ${clock(first)} – ${clock(last)}`
    : `${fullDay(first)} • ${clock(first)} – ${fullDay(last)} • ${clock(last)}`;
}

/** 'Jan 5, 2025 at 3:00 PM'; 'Recently' for an invalid date. */
export const formatCommentDate = (when: When): string =>
  formatted(when, 'Recently', (parts) => `${dayIn(parts)} at ${clock(parts)}`);

/** The leaf of a wall calendar: 'Sat', '26' and 'Dec'. */
export type Day = Record<'weekday' | 'day' | 'month', string>;

export const dayOf = (when: When) =>
  formatted<Day | null>(when, null, ({ weekday, day, month }) => ({ weekday, day, month }));

/** 'Jan 5, 2025' */
export const formatDay = (when: When): string => formatted(when, noDate, dayIn);

export const yearOf = (date: Date): number => Number(short(date).year);

/** 'Monday' */
export const weekdayOf = (date: Date): string => long(date).weekday;

/** The number of midnights in London between the two: 0 for today, 1 for tomorrow. */
export function daysUntil(date: Date, now: Date): number {
  const day = (when: Date) => {
    const { year, month, day: ofMonth } = short(when);
    return Date.parse(`${month} ${ofMonth}, ${year} 00:00:00 UTC`);
  };
  return Math.round((day(date) - day(now)) / dayLength);
}
