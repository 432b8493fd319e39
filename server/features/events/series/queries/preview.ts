import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { PlannedDate, previewSeries } from '#contract/events/series/series.ts';
import { bankHolidayOn } from '../policy/bank-holidays.ts';
import { occurrencesOf, type Occurrence, type Repetition } from '../policy/occurrences.ts';

/**
 * Returns the dates that a form would create.
 * @throws Refusal `invalid` naming `rrule` or `startTime`
 */
export function planOf(form: Repetition): AnswerOf<typeof previewSeries> {
  const { text, dates, note } = occurrencesOf(form);
  return { text, dates: dates.map(plannedDate), ...(note && { note }) };
}

export function plannedDate({ date, startTime, endTime, note }: Occurrence): PlannedDate {
  const bankHoliday = bankHolidayOn(date);
  return {
    startTime: startTime.toISOString(),
    endTime: endTime.toISOString(),
    ...(bankHoliday && { bankHoliday }),
    ...(note && { note }),
  };
}
