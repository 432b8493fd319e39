import { daysAfter } from '#contract/platform/days.ts';
import { oddText } from '#contract/events/clock-changes.ts';
import { day as dayLength } from '#contract/platform/durations.ts';
import { patternText } from '#contract/events/series/recurrence.ts';
import { momentOf, wallTimeOf, type WallTime } from '#contract/platform/london-time.ts';
import { badRule, readRule } from './rrule.ts';
import { datesOf } from './rule-dates.ts';

export interface Times {
  startTime: Date;
  endTime: Date;
}

/** A repeating event as a form sends it; its times are those of the first date. */
export interface Repetition extends Times {
  rrule: string;
  /** Excluded days, in London. */
  exdates: string[];
}

export interface Occurrence {
  /** The day in London that the rule gives. */
  date: string;
  startTime: Date;
  endTime: Date;
  /** A sentence about how a clock change affects the date. */
  note?: string;
}

export interface Occurrences {
  /** The rule in English. */
  text: string;
  /** The start of the rule. */
  first: WallTime;
  dates: Occurrence[];
  /** A sentence about the dates that the rule skips. */
  note?: string;
}

/**
 * Lists the dates that a rule makes, each at the first date's time of day in London.
 * @throws Refusal `invalid` naming `rrule`, or `startTime` if the rule doesn't begin there
 */
export function occurrencesOf({ rrule, exdates, ...times }: Repetition): Occurrences {
  const first = wallTimeOf(times.startTime);
  const rule = readRule(rrule, first.date);
  const { dates, missing } = datesOf(rule, first);
  const left = dates.filter((date) => !exdates.includes(date));
  if (left.length === 0) throw badRule('Every date is left out. Please keep at least one.');
  return {
    text: patternText(rule),
    first,
    dates: left.map((date) => occurrenceOn(date, times)),
    ...(missing.size > 0 && { note: skippedMonthsText([...missing]) }),
  };
}

const skippedMonthsText = (missing: string[]) =>
  `Where a month has no ${missing.join(' or ')}, that date is left out.`;

/**
 * Keeps the first date's times of day. If a clock change would end the event before it begins, it
 * keeps the first date's length instead.
 */
export function occurrenceOn(date: string, first: Times): Occurrence {
  const start = momentOf(shiftTime(first.startTime, first.startTime, date));
  const end = momentOf(shiftTime(first.endTime, first.startTime, date));
  const length = first.endTime.getTime() - first.startTime.getTime();
  const note = start.oddity
    ? oddText(start.oddity, 'starts', wallTimeOf(first.startTime), start.moment)
    : end.oddity && oddText(end.oddity, 'ends', wallTimeOf(first.endTime), end.moment);
  return {
    date,
    startTime: start.moment,
    endTime: end.moment > start.moment ? end.moment : new Date(start.moment.getTime() + length),
    ...(note && { note }),
  };
}

/**
 * Moves a moment to another date: its time of day stays, and so does its distance in days from the
 * first date.
 */
export function shiftTime(moment: Date, firstStart: Date, date: string): WallTime {
  const { date: day, time } = wallTimeOf(moment);
  const days = (Date.parse(day) - Date.parse(wallTimeOf(firstStart).date)) / dayLength;
  return { date: daysAfter(date, days), time };
}

/** RSVPs close as long before each date, by the clock, as before the first. */
export function timesOn(
  { date, startTime, endTime }: Occurrence,
  first: { startTime: Date; rsvpClosesAt: Date | null },
) {
  const closes =
    first.rsvpClosesAt && momentOf(shiftTime(first.rsvpClosesAt, first.startTime, date));
  const rsvpClosesAt = closes && (closes.moment < startTime ? closes.moment : startTime);
  return { seriesDate: date, startTime, endTime, rsvpClosesAt };
}
