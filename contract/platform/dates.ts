import { day as dayLength } from './durations.ts';

/** People see all times in the time zone of the United Kingdom, wherever they are. */
export const londonZone = 'Europe/London';

type When = string | Date | null | undefined;
type Parts = Record<'weekday' | 'month' | 'day' | 'year' | 'hour' | 'minute' | 'dayPeriod', string>;

/** As many as a busy site shows within a while. */
const maxKept = 500;

/**
 * Caches formatted moments: formatting is the slow step, and cards and pages repeat the same
 * moments.
 */
function partsReader(month: 'short' | 'long') {
  // Built from parts, so server and browser agree to the character, whatever their versions of ICU.
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: londonZone,
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
    if (partsCache.size > maxKept) partsCache.clear();
    partsCache.set(time, parts);
    return parts;
  };
}
const shortParts = partsReader('short');
const longParts = partsReader('long');

const parse = (when: When) =>
  when === null || when === undefined || when === '' ? null : new Date(when);
const isValid = (date: Date) => !Number.isNaN(date.getTime());

function partsOf(format: Intl.DateTimeFormat, date: Date): Parts {
  const parts = Object.fromEntries(
    format.formatToParts(date).map((part) => [part.type, part.value]),
  );
  return parts as Parts;
}

const clockTime = ({ hour, minute, dayPeriod }: Parts) =>
  `${hour}:${minute} ${dayPeriod.toUpperCase()}`;
const dayIn = ({ month, day, year }: Parts) => `${month} ${day}, ${year}`;
const fullDay = (parts: Parts) => `${parts.weekday}, ${dayIn(parts)}`;

/** Formats a valid date by `words`, and an invalid one as `otherwise`. */
function formatWhen<Words>(when: When, otherwise: Words, words: (parts: Parts) => Words): Words {
  const date = parse(when);
  return date && isValid(date) ? words(shortParts(date)) : otherwise;
}

const noDate = 'Invalid date';

/** 'Mon, Jan 5 • 3:00 PM'; 'TBD' without a date, 'Invalid date' for an invalid one. */
export const formatMoment = (when: When): string =>
  formatWhen(
    when,
    parse(when) ? noDate : 'TBD',
    (parts) => `${parts.weekday}, ${parts.month} ${parts.day} • ${clockTime(parts)}`,
  );

/** '3:00 PM' */
export const formatTime = (when: Date): string => clockTime(shortParts(when));

/** A long date with both times, or both ends in full if it runs past midnight. */
export function formatRange(start: When, end: When): string {
  const from = parse(start);
  const to = parse(end);
  if (!from) return 'Date to be announced';
  if (!isValid(from)) return noDate;
  const first = longParts(from);
  if (!to || !isValid(to)) return `${fullDay(first)} • ${clockTime(first)}`;
  const last = longParts(to);
  return fullDay(first) === fullDay(last)
    ? `${fullDay(first)} • ${clockTime(first)} – ${clockTime(last)}`
    : `${fullDay(first)} • ${clockTime(first)} – ${fullDay(last)} • ${clockTime(last)}`;
}

/** 'Jan 5, 2025 at 3:00 PM'; 'Recently' for an invalid date. */
export const formatCommentDate = (when: When): string =>
  formatWhen(when, 'Recently', (parts) => `${dayIn(parts)} at ${clockTime(parts)}`);

/** The leaf of a wall calendar: 'Sat', '26' and 'Dec'. */
export type Day = Record<'weekday' | 'day' | 'month', string>;

export const dayOf = (when: When) =>
  formatWhen<Day | null>(when, null, ({ weekday, day, month }) => ({ weekday, day, month }));

/** 'Jan 5, 2025' */
export const formatDay = (when: When): string => formatWhen(when, noDate, dayIn);

export const yearOf = (date: Date): number => Number(shortParts(date).year);

/** 'Monday' */
export const weekdayOf = (date: Date): string => longParts(date).weekday;

/** 'today at 11:00 AM', 'tomorrow at 3:00 PM', 'on Jan 5, 2025 at 3:00 PM' */
export function formatWhenNear(when: Date, now: Date): string {
  const days = daysUntil(when, now);
  const time = clockTime(shortParts(when));
  if (days === 0) return `today at ${time}`;
  return days === 1 ? `tomorrow at ${time}` : `on ${formatDay(when)} at ${time}`;
}

/** The number of midnights in London between the two: 0 for today, 1 for tomorrow. */
export function daysUntil(date: Date, now: Date): number {
  const day = (when: Date) => {
    const { year, month, day: ofMonth } = shortParts(when);
    return Date.parse(`${month} ${ofMonth}, ${year} 00:00:00 UTC`);
  };
  return Math.round((day(date) - day(now)) / dayLength);
}
