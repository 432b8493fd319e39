import { daysAfter } from '#contract/platform/days.ts';
import { capitalise, inWords } from '#contract/platform/counted.ts';

/** As in RFC 5545, from Monday, the first day of a week. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof weekdays)[number];

/** The first to the fifth such day of a month, or with -1 its last. */
export interface NthWeekday {
  nth: number;
  weekday: Weekday;
}

/** The days on which something repeats, without an end. */
export type Pattern = { interval: number } & (
  | { freq: 'WEEKLY'; days: Weekday[] }
  /** Numbers are days of the month from 1 to 31; -1 is the last day of any month. */
  | { freq: 'MONTHLY'; days: number[] | NthWeekday[] }
);

export const longestInterval = 12;
export const mostDates = 104;

export const weekdayNames: Record<Weekday, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};
const numberWords = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const ordinalWords =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');

/** 'Every Tuesday', 'Last Friday of every second month', 'On the 14th of the month' */
export const patternText = (pattern: Pattern): string =>
  pattern.freq === 'WEEKLY' ? weeklyText(pattern) : monthlyText(pattern);

function weeklyText({ interval, days }: { interval: number; days: Weekday[] }): string {
  const words = inWords(days.map((day) => weekdayNames[day]));
  if (interval > 1) return `Every ${numberWords[interval - 1]} weeks on ${words}`;
  return days.length === weekdays.length ? 'Every day' : `Every ${words}`;
}

function monthlyText({ interval, days }: { interval: number; days: (number | NthWeekday)[] }) {
  const month = interval > 1 ? `every ${ordinalWords[interval - 1]} month` : 'the month';
  const words = inWords(days.map((day) => (typeof day === 'number' ? dayText(day) : nthText(day))));
  const onDays = typeof days[0] === 'number' ? `On the ${words}` : capitalise(words);
  return `${onDays} of ${month}`;
}

/** 'first Friday', 'last Friday' */
export const nthText = ({ nth, weekday }: NthWeekday) =>
  `${nth === -1 ? 'last' : ordinalWords[nth - 1]} ${weekdayNames[weekday]}`;

/** 'last day', '1st', '22nd', '13th' */
export function dayText(day: number): string {
  if (day === -1) return 'last day';
  const ending = ['th', 'st', 'nd', 'rd'][day > 10 && day < 14 ? 0 : day % 10] ?? 'th';
  return `${day}${ending}`;
}

/** The pattern in RFC 5545, without COUNT or UNTIL: 'FREQ=WEEKLY;BYDAY=TU'. */
export function writePattern({ freq, interval, days }: Pattern): string {
  const part = typeof days[0] === 'number' ? 'BYMONTHDAY' : 'BYDAY';
  const written = days.map((day) =>
    typeof day === 'object' ? `${day.nth}${day.weekday}` : String(day),
  );
  return [
    `FREQ=${freq}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    `${part}=${written.join(',')}`,
  ].join(';');
}

export const weekdayOfDate = (date: string): Weekday =>
  weekdays[(new Date(date).getUTCDay() + 6) % 7] ?? 'MO';

/** Returns the Monday of a date's week. */
export const mondayOf = (date: string): string =>
  daysAfter(date, -weekdays.indexOf(weekdayOfDate(date)));
