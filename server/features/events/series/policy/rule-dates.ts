import { daysAfter } from '#contract/platform/days.ts';
import { formatDay } from '#contract/platform/dates.ts';
import {
  dayText,
  mondayOf,
  mostDates,
  nthText,
  weekdayOfDate,
  weekdays,
  type NthWeekday,
  type Pattern,
} from '#contract/events/series/recurrence.ts';
import { invalid } from '#platform/refusal.ts';
import { momentOf, type WallTime } from '#contract/platform/london-time.ts';
import { badRule, type Rule } from './rrule.ts';

/** The latest year of a date. */
const lastYear = 9998;

export interface RuleDates {
  /** Days in London. */
  dates: string[];
  /** Days that some months don't have: '31st', 'fifth Friday'. */
  missing: Set<string>;
}

/**
 * Lists the days that a rule names, from the first on.
 * @throws Refusal `invalid` naming `rrule`, or `startTime` if the rule doesn't begin there
 */
export function datesOf(rule: Rule, first: WallTime): RuleDates {
  const isOver = endOf(rule, first);
  if (isOver(first.date)) throw badRule('The rule ends before the first date');
  const missing = new Set<string>();
  const dates: string[] = [];
  for (const date of daysOf(rule, first.date, missing)) {
    if (dates.length === 0 && date !== first.date) throw startsElsewhere(date);
    if (isOver(date)) return { dates, missing };
    if (dates.length === mostDates) throw badRule(`A series has at most ${mostDates} dates`);
    dates.push(date);
    if ('count' in rule && dates.length === rule.count) return { dates, missing };
  }
  throw badRule('The last date of this rule is too far in the future');
}

/** Finds the first day that a rule names on or after a date. */
export function firstDayOf(rule: Rule, from: string): string {
  for (const date of daysOf(rule, from, new Set())) return date;
  throw badRule('The last date of this rule is too far in the future');
}

const startsElsewhere = (date: string) =>
  invalid({ startTime: `The first date this rule names is ${formatDay(date)}` });

/** Returns a function that tells whether the rule has ended before a date. */
function endOf(rule: Rule, { time }: WallTime): (date: string) => boolean {
  if ('count' in rule) return () => false;
  const { until } = rule;
  return typeof until === 'string'
    ? (date) => date > until
    : (date) => momentOf({ date, time }).moment > until;
}

/** Lists the days of a pattern without an end, in order, from a date on. */
export const daysOf = (pattern: Pattern, first: string, missing: Set<string>): Generator<string> =>
  pattern.freq === 'WEEKLY' ? daysOfWeeks(pattern, first) : daysOfMonths(pattern, first, missing);

function* daysOfWeeks(
  { interval, days }: Extract<Pattern, { freq: 'WEEKLY' }>,
  first: string,
): Generator<string> {
  const places = days.map((day) => weekdays.indexOf(day));
  let monday = mondayOf(first);
  for (; yearOf(monday) <= lastYear; monday = daysAfter(monday, 7 * interval)) {
    for (const place of places) {
      const date = daysAfter(monday, place);
      if (date >= first) yield date;
    }
  }
}

function* daysOfMonths(
  { interval, days }: Extract<Pattern, { freq: 'MONTHLY' }>,
  first: string,
  missing: Set<string>,
): Generator<string> {
  let month = `${first.slice(0, 8)}01`;
  for (; yearOf(month) <= lastYear; month = monthsAfter(month, interval)) {
    const dates = new Set<string>();
    for (const day of days) {
      const date = typeof day === 'number' ? dayOfMonth(month, day) : nthOfMonth(month, day);
      if (date.startsWith(month.slice(0, 8))) dates.add(date);
      else missing.add(typeof day === 'number' ? dayText(day) : nthText(day));
    }
    for (const date of [...dates].toSorted()) if (date >= first) yield date;
  }
}

const yearOf = (date: string) => Number(date.slice(0, 4));

/** Adds months to a month, which is represented by its first day. */
function monthsAfter(month: string, count: number): string {
  const later = new Date(month);
  later.setUTCMonth(later.getUTCMonth() + count);
  return later.toISOString().slice(0, 10);
}

/** The result rolls into a later month where this one has no such day. */
const dayOfMonth = (month: string, day: number): string =>
  day === -1 ? daysAfter(monthsAfter(month, 1), -1) : daysAfter(month, day - 1);

function nthOfMonth(month: string, { nth, weekday }: NthWeekday): string {
  const place = weekdays.indexOf(weekday);
  const from = nth === -1 ? daysAfter(monthsAfter(month, 1), -7) : daysAfter(month, 7 * (nth - 1));
  const ahead = (place - weekdays.indexOf(weekdayOfDate(from)) + 7) % 7;
  return daysAfter(from, ahead);
}
