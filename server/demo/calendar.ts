import { TZDate } from '@date-fns/tz';
import { zone } from '#contract/platform/dates.ts';
import { dateOf } from '#contract/platform/days.ts';
import { minute } from '#contract/platform/durations.ts';
import { bankHolidayOn } from '#features/events/series/policy/bank-holidays.ts';
import type { DemoEvent } from './content.ts';

/** Monday 00:00 in London of the week that contains `now`. */
export function startOfWeek(now: Date): TZDate {
  const local = new TZDate(now, zone);
  const sinceMonday = (local.getDay() + 6) % 7;
  return new TZDate(local.getFullYear(), local.getMonth(), local.getDate() - sinceMonday, zone);
}

/** The instant at which London's clocks show `time` ('HH:MM'), `days` after `monday`. */
export function londonTime(monday: TZDate, days: number, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return atTime(monday, days, hours, minutes);
}

/** The instant at which London's clocks show the same time that many weeks later. */
export function weeksLater(instant: Date, weeks: number): Date {
  const local = new TZDate(instant, zone);
  return atTime(local, weeks * 7, local.getHours(), local.getMinutes());
}

function atTime(from: TZDate, days: number, hours: number, minutes: number): Date {
  const date = from.getDate() + days;
  const local = new TZDate(from.getFullYear(), from.getMonth(), date, hours, minutes, zone);
  return new Date(local.getTime());
}

type Dated = Pick<DemoEvent, 'weekday' | 'start' | 'minutes' | 'weeks' | 'isSeries' | 'isWeekly'>;

/** The starts of an event in a demo that begins now, each with its week. */
export function startsOf(event: Dated, now: Date): { week: number; startTime: Date }[] {
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
const quarter = 13;

/** When a date next takes place on its weekday at its time; unchanged if it isn't over. */
export function upcoming({ isWeekly, weeks, minutes }: Dated, startTime: Date, now: Date): Date {
  const round = isWeekly ? weeks.length : quarter;
  let next = startTime;
  while (next.getTime() + minutes * minute <= now.getTime()) next = weeksLater(next, round);
  return next;
}
