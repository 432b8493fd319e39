import { weekdays } from '#contract/events/series/recurrence.ts';
import { day as dayLength, hour, minute, second } from '#contract/platform/durations.ts';
import type { WallTime } from '#contract/platform/london-time.ts';

/** The parts of a rule (RFC 5545, section 3.3.10), in capitals. */
export type RuleParts = Partial<Record<string, string>>;

export function ruleParts(text: string): RuleParts {
  const pairs = text
    .replaceAll('\\', '')
    .trim()
    .replace(/;$/, '')
    .split(';')
    .map((part) => part.split('=').map((side) => side.trim().toUpperCase()));
  return Object.fromEntries(pairs);
}

/** No rule is followed further, nor for longer without any day. */
const lastDay = Date.UTC(2200, 0) / dayLength;
const longestWait = 60 * 366;
/** A rule by the hour, minute or second is followed for so many steps. */
const mostSteps = 20_000;
const steps: Partial<Record<string, number>> = {
  HOURLY: hour,
  MINUTELY: minute,
  SECONDLY: second,
};

/**
 * Lists the times of a rule by its own clock, without its end, in order. Each step is bounded,
 * whatever the rule.
 * @param from times before this day may be missing
 */
export function* ruleTimes(parts: RuleParts, first: WallTime, from: string): Generator<WallTime> {
  if (steps[parts.FREQ ?? '']) {
    yield* steppedTimes(parts, first, from);
    return;
  }
  const times = timesOfDay(parts, first.time);
  for (const date of ruleDays(parts, first.date, from)) {
    for (const time of times) if (date > first.date || time >= first.time) yield { date, time };
  }
}

/** Lists the times that a rule gives each of its days: mostly that of its first date. */
function timesOfDay({ BYHOUR, BYMINUTE }: RuleParts, first: number): number[] {
  const hours = numbersIn(BYHOUR) ?? [Math.floor(first / hour)];
  const minutes = numbersIn(BYMINUTE) ?? [Math.floor(first / minute) % 60];
  return hours
    .flatMap((each) => minutes.map((other) => each * hour + other * minute + (first % minute)))
    .filter((time) => time >= 0 && time < dayLength)
    .toSorted((one, two) => one - two);
}

function* steppedTimes(parts: RuleParts, first: WallTime, from: string): Generator<WallTime> {
  const step = (steps[parts.FREQ ?? ''] ?? hour) * intervalOf(parts);
  const start = Date.parse(first.date) + first.time;
  const past = parts.COUNT ? 0 : Date.parse(from) - start;
  const skipped = Math.max(0, Math.floor(past / step));
  const isNamed = dayFilter({ ...parts, FREQ: 'DAILY' }, first.date);
  const [hours, minutes] = [numbersIn(parts.BYHOUR), numbersIn(parts.BYMINUTE)];
  for (let count = skipped; count < skipped + mostSteps; count += 1) {
    const moment = start + count * step;
    const number = Math.floor(moment / dayLength);
    const time = moment - number * dayLength;
    if (hours && !hours.includes(Math.floor(time / hour))) continue;
    if (minutes && !minutes.includes(Math.floor(time / minute) % 60)) continue;
    if (number < lastDay && isNamed(number)) yield { date: dateOf(number), time };
  }
}

/** Lists the days of a rule by days, weeks, months or years. */
export function* ruleDays(parts: RuleParts, first: string, from = first): Generator<string> {
  const isNamed = dayFilter(parts, first);
  const positions = numbersIn(parts.BYSETPOS);
  const earliest = Math.max(numberOf(first), parts.COUNT ? 0 : numberOf(from));
  let last = earliest;
  for (const ranges of periodsOf(parts, first, earliest)) {
    if ((ranges[0]?.[0] ?? lastDay) - last > longestWait) return;
    const named: number[] = [];
    for (const [start, end] of ranges) {
      for (let number = start; number < end; number += 1) if (isNamed(number)) named.push(number);
    }
    const chosen = positions
      ? named.filter((_, at) => positions.includes(at + 1) || positions.includes(at - named.length))
      : named;
    for (const number of chosen.filter((each) => each >= earliest)) {
      last = number;
      yield dateOf(number);
    }
  }
}

/** From the first day to the one after the last, as numbers of days since 1970. */
type Range = readonly [start: number, end: number];

/** Lists the days that may be named in each day, week, month or year of a rule. */
function* periodsOf(parts: RuleParts, first: string, earliest: number): Generator<Range[]> {
  const interval = intervalOf(parts);
  const number = numberOf(first);
  const [year = 0, month = 1] = first.split('-').map(Number);
  const months = monthsOf(parts, month);
  const named = numbersIn(parts.BYMONTH);
  const monthRange = (index: number): Range => {
    const isNamed = !named || named.includes((index % 12) + 1);
    return [monthStart(index), monthStart(isNamed ? index + 1 : index)];
  };
  const week = parts.FREQ === 'WEEKLY' ? weekStart(number, parts) : number;
  const periods: Partial<Record<string, (count: number) => Range[]>> = {
    DAILY: (count) => [[number + count, number + count + 1]],
    WEEKLY: (count) => [[week + 7 * count, week + 7 * count + 7]],
    MONTHLY: (count) => [monthRange(12 * year + month - 1 + count)],
    YEARLY: (count) => months.map((each) => monthRange(12 * (year + count) + each - 1)),
  };
  const period = periods[parts.FREQ ?? ''];
  if (!period) return;
  const [start = number] = period(0)[0] ?? [];
  const length = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 }[parts.FREQ ?? ''] ?? 1;
  const skipped = Math.floor((earliest - start) / (length * interval));
  for (let count = Math.max(0, skipped) * interval; ; count += interval) {
    const ranges = period(count);
    if ((ranges[0]?.[0] ?? lastDay) >= lastDay) return;
    yield ranges;
  }
}

function monthsOf({ BYMONTH, BYDAY, BYMONTHDAY, BYYEARDAY, BYWEEKNO }: RuleParts, first: number) {
  const isAnywhere = Boolean(BYMONTH ?? BYDAY ?? BYMONTHDAY ?? BYYEARDAY ?? BYWEEKNO);
  return isAnywhere ? Array.from({ length: 12 }, (_, index) => index + 1) : [first];
}

/** Returns a function that tells whether a rule names a day, by all of its parts but BYSETPOS. */
function dayFilter(parts: RuleParts, first: string): (number: number) => boolean {
  const { FREQ, BYMONTH, BYMONTHDAY, BYYEARDAY, BYWEEKNO, BYDAY } = parts;
  const isFree = !BYDAY && !BYMONTHDAY && !BYYEARDAY;
  const isOfYear = FREQ === 'YEARLY';
  const hasOwnDay = isFree && !BYWEEKNO && (isOfYear || FREQ === 'MONTHLY');
  const hasOwnWeekday = isFree && (FREQ === 'WEEKLY' || (isOfYear && BYWEEKNO));
  const months = numbersIn(BYMONTH);
  const monthDays = hasOwnDay ? [Number(first.slice(8))] : numbersIn(BYMONTHDAY);
  const yearDays = numbersIn(BYYEARDAY);
  const weeks = numbersIn(BYWEEKNO);
  const days = hasOwnWeekday ? [{ nth: 0, weekday: weekdayOf(numberOf(first)) }] : daysIn(BYDAY);
  const placeOfDay = isOfYear && !BYMONTH ? placeInYear : placeInMonth;
  const isDay = (number: number): boolean =>
    Boolean(days?.some(({ nth, weekday }) => weekday === weekdayOf(number) && isNth(number, nth)));
  const isNth = (number: number, nth: number): boolean => {
    if (nth === 0 || (FREQ !== 'MONTHLY' && !isOfYear)) return true;
    const { place, left } = placeOfDay(number);
    return isAt({ place: Math.ceil(place / 7), left: Math.ceil(left / 7) }, [nth]);
  };
  const tests = [
    ...(days ? [isDay] : []),
    ...(months ? [(number: number) => months.includes((indexOf(number) % 12) + 1)] : []),
    ...(monthDays ? [(number: number) => isAt(placeInMonth(number), monthDays)] : []),
    ...(yearDays ? [(number: number) => isAt(placeInYear(number), yearDays)] : []),
    ...(weeks ? [(number: number) => isAt(weekOf(number, parts), weeks)] : []),
  ];
  return (number) => tests.every((test) => test(number));
}

/** A place in a month or year, counted from 1 from either end. */
interface Place {
  place: number;
  left: number;
}

const isAt = ({ place, left }: Place, numbers: readonly number[]): boolean =>
  numbers.includes(place) || numbers.includes(-left);

const placeBetween = (start: number, number: number, end: number): Place => ({
  place: number - start + 1,
  left: end - number,
});

function placeInMonth(number: number): Place {
  const index = indexOf(number);
  return placeBetween(monthStart(index), number, monthStart(index + 1));
}

function placeInYear(number: number): Place {
  const index = 12 * Math.floor(indexOf(number) / 12);
  return placeBetween(monthStart(index), number, monthStart(index + 12));
}

/** The number of a day's week: the first of a year has at least four of its days. */
function weekOf(number: number, parts: RuleParts): Place {
  const start = weekStart(number, parts);
  const year = Math.floor(indexOf(start + 3) / 12);
  const firstOf = (each: number) => weekStart(monthStart(12 * each) + 3, parts);
  return { place: (start - firstOf(year)) / 7 + 1, left: (firstOf(year + 1) - start) / 7 };
}

const numberOf = (date: string) => Date.parse(date) / dayLength;
const dateOf = (number: number) => new Date(number * dayLength).toISOString().slice(0, 10);
/** The number of a day's month since the year 0, and the first day of such a month. */
function indexOf(number: number): number {
  const date = new Date(number * dayLength);
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
}
const monthStart = (index: number) => Date.UTC(Math.floor(index / 12), index % 12) / dayLength;
/** Monday is 0; 1 January 1970 was a Thursday. */
const weekdayOf = (number: number) => (((number + 3) % 7) + 7) % 7;

function weekStart(number: number, { WKST = 'MO' }: RuleParts): number {
  const begin = Math.max(
    weekdays.findIndex((weekday) => weekday === WKST),
    0,
  );
  return number - ((weekdayOf(number) - begin + 7) % 7);
}

export const intervalOf = ({ INTERVAL }: RuleParts): number =>
  Math.min(Math.max(Math.trunc(Number(INTERVAL)) || 1, 1), 100_000);

/** A year has fewer days. */
const mostListed = 400;

const numbersIn = (list: string | undefined): number[] | undefined =>
  list
    ? [...new Set(list.split(',').slice(0, mostListed).map(Number))].filter(Number.isInteger)
    : undefined;

function daysIn(list: string | undefined): { nth: number; weekday: number }[] | undefined {
  if (!list) return undefined;
  return [...new Set(list.split(',').slice(0, mostListed))].map((each) => ({
    nth: Number(each.slice(0, -2)),
    weekday: weekdays.findIndex((weekday) => weekday === each.slice(-2)),
  }));
}
