import { z } from 'zod';
import {
  longestInterval,
  mostDates,
  weekdayOfDate,
  weekdays,
  type NthWeekday,
  type Pattern,
  type Weekday,
} from '#contract/events/series/recurrence.ts';
import { second } from '#contract/platform/durations.ts';
import { invalid, type Refusal } from '#platform/refusal.ts';
import { momentOf } from '#contract/platform/london-time.ts';

/** A repeating pattern and its end: a number of dates, or the last date that begins by `until`. */
export type Rule = Pattern & ({ count: number } | { until: string | Date });

/** Refuses a rule; the sentence says what is wrong with it. */
export const badRule = (sentence: string): Refusal => invalid({ rrule: sentence });

/** The supported parts of a rule; RFC 5545 has many more, which are refused. */
const supportedParts = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'COUNT', 'UNTIL'] as const;
type Part = (typeof supportedParts)[number];
type Parts = Partial<Record<Part, string>>;

/**
 * Parses an RFC 5545 rule. Parts that it leaves out come from the first date in London.
 * @throws Refusal `invalid` naming `rrule`
 */
export function readRule(text: string, firstDate: string): Rule {
  const ruleParts = partsOf(text);
  return { ...patternFrom(ruleParts, firstDate), ...endFrom(ruleParts) };
}

function partsOf(text: string): Parts {
  const ruleParts: Parts = {};
  for (const part of text.toUpperCase().split(';')) {
    const [, name = '', value = ''] = /^([A-Z]+)=([^=]+)$/.exec(part) ?? [];
    const partName = supportedParts.find((each) => each === name);
    if (!partName)
      throw badRule(`A rule is made of ${supportedParts.join(', ')}, each with a value`);
    if (ruleParts[partName]) throw badRule(`Please give ${partName} once`);
    ruleParts[partName] = value;
  }
  return ruleParts;
}

function patternFrom({ FREQ, INTERVAL, BYDAY, BYMONTHDAY }: Parts, firstDate: string): Pattern {
  const interval = numberIn(INTERVAL ?? '1', 1, longestInterval);
  if (!interval) throw badRule(`INTERVAL is a number from 1 to ${longestInterval}`);
  if (FREQ === 'WEEKLY') {
    if (BYMONTHDAY) throw badRule('BYMONTHDAY goes with FREQ=MONTHLY');
    return { freq: FREQ, interval, days: weekdaysIn(BYDAY ?? weekdayOfDate(firstDate)) };
  }
  if (FREQ !== 'MONTHLY') throw badRule('FREQ is WEEKLY or MONTHLY');
  if (BYDAY && BYMONTHDAY) throw badRule('Please give BYDAY or BYMONTHDAY, not both');
  if (BYDAY) return { freq: FREQ, interval, days: nthWeekdaysIn(BYDAY) };
  const days = BYMONTHDAY ?? String(Number(firstDate.slice(8)));
  return { freq: FREQ, interval, days: monthDaysIn(days) };
}

function weekdaysIn(text: string): Weekday[] {
  const named = eachOnce(text);
  const days = weekdays.filter((day) => named.includes(day));
  if (days.length === named.length) return days;
  throw badRule('BYDAY of a week is one of MO, TU, WE, TH, FR, SA, SU, or several');
}

function nthWeekdaysIn(text: string): NthWeekday[] {
  return eachOnce(text.replaceAll('+', '')).map((day) => {
    const weekday = weekdays.find((each) => each === day.slice(-2));
    const nth = Number(/^(?:[1-5]|-1)$/.exec(day.slice(0, -2))?.[0]);
    if (weekday && nth) return { nth, weekday };
    throw badRule('BYDAY of a month says which, from 1TU to 5TU, or -1TU for the last');
  });
}

function monthDaysIn(text: string): number[] {
  return eachOnce(text).map((day) => {
    if (day === '-1') return -1;
    const number = numberIn(day, 1, 31);
    if (number) return number;
    throw badRule('BYMONTHDAY is a day from 1 to 31, or -1 for the last of the month');
  });
}

const eachOnce = (list: string) => [...new Set(list.split(','))];

function endFrom({ COUNT, UNTIL }: Parts): { count: number } | { until: string | Date } {
  if ((COUNT === undefined) === (UNTIL === undefined)) {
    throw badRule('Please say how it ends: with COUNT or with UNTIL');
  }
  if (UNTIL !== undefined) return { until: untilFrom(UNTIL) };
  const count = numberIn(COUNT ?? '', 1, mostDates);
  if (!count) throw badRule(`COUNT is a number from 1 to ${mostDates}`);
  return { count };
}

const untilPattern = /^(\d{4})(\d\d)(\d\d)(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d)(Z?))?$/;

/** Parses a last day or a moment. A moment without a zone is a time in London. */
function untilFrom(text: string): string | Date {
  const [, year, month, day, hours, minutes, seconds, utc] = untilPattern.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  if (!isDate(date)) throw badRule('UNTIL is a date, as in 20271231');
  if (!hours) return date;
  const time = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * second;
  return utc ? new Date(Date.parse(date) + time) : momentOf({ date, time }).moment;
}

const isDate = (date: string) => z.iso.date().safeParse(date).success && date >= '1970';

/** Parses a whole number within a range; undefined for anything else. */
function numberIn(text: string, first: number, last: number): number | undefined {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return number >= first && number <= last ? number : undefined;
}
