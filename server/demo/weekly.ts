import { cleanText } from '#contract/platform/clean-text.ts';
import { daysAfter } from '#contract/platform/days.ts';
import {
  patternText,
  weekdayOfDate,
  writePattern,
  type Pattern,
} from '#contract/events/series/recurrence.ts';

const patternOf = (date: string): Pattern => ({
  freq: 'WEEKLY',
  interval: 1,
  days: [weekdayOfDate(date)],
});

/** The rule of dates that are weeks apart, in order; weeks in between are left out. */
export function weeklyRule(days: string[]) {
  const [firstDate = '', last = ''] = [days[0], days.at(-1)];
  const exdates: string[] = [];
  for (let date = firstDate; date < last; date = daysAfter(date, 7)) {
    if (!days.includes(date)) exdates.push(date);
  }
  const rule = `${writePattern(patternOf(firstDate))};COUNT=${days.length + exdates.length}`;
  return { rrule: cleanText(rule), firstDate, exdates };
}

/** Returns the fields that tie an event on one of these dates to its series. */
export const placeInSeries = (days: string[], date: string) => ({
  seriesDate: date,
  seriesPosition: days.indexOf(date) + 1,
  seriesCount: days.length,
  seriesText: patternText(patternOf(date)),
});
