import { mondayOf } from '#contract/events/series/recurrence.ts';
import { dateOf, daysAfter } from '#contract/platform/days.ts';
import { minute } from '#contract/platform/durations.ts';
import {
  fromLondonInput,
  momentOf,
  startOfDay,
  wallTimeOf,
} from '#contract/platform/london-time.ts';
import { bankHolidayOn } from '#features/events/series/policy/bank-holidays.ts';
import type { DemoEvent } from './content.ts';

/** Monday 00:00 in London of the week that contains `now`. */
export const startOfWeek = (now: Date): Date => startOfDay(mondayOf(dateOf(now)));

/** The instant at which London's clocks show `time` ('HH:MM'), `days` after `monday`. */
export const londonTime = (monday: Date, days: number, time: string): Date =>
  new Date(fromLondonInput(`${daysAfter(dateOf(monday), days)}T${time}`));

/** The instant at which London's clocks show the same time that many weeks later. */
export function weeksLater(instant: Date, weeks: number): Date {
  const { date, time } = wallTimeOf(instant);
  return momentOf({ date: daysAfter(date, weeks * 7), time }).moment;
}

type EventSchedule = Pick<
  DemoEvent,
  'weekday' | 'start' | 'minutes' | 'weeks' | 'isSeries' | 'isWeekly'
>;

/** The starts of an event in a demo that begins now, each with its week. */
export function startsOf(event: EventSchedule, now: Date): { week: number; startTime: Date }[] {
  const monday = startOfWeek(now);
  const starts = event.weeks.map((week) => ({
    week,
    startTime: londonTime(monday, week * 7 + event.weekday - 1, event.start),
  }));
  if (event.isWeekly)
    return starts.map((each) => ({ ...each, startTime: upcoming(event, each.startTime, now) }));
  return event.isSeries
    ? starts.filter(({ startTime }) => !bankHolidayOn(dateOf(startTime)))
    : starts;
}

/** A quarter: the demo's dates reach this far ahead. */
const quarterWeeks = 13;

/** When a date next takes place on its weekday at its time; unchanged if it isn't over. */
export function upcoming(
  { isWeekly, weeks, minutes }: EventSchedule,
  startTime: Date,
  now: Date,
): Date {
  const round = isWeekly ? weeks.length : quarterWeeks;
  let next = startTime;
  while (next.getTime() + minutes * minute <= now.getTime()) next = weeksLater(next, round);
  return next;
}
