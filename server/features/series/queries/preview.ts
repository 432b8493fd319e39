import type { AnswerOf } from '../../../../contract/endpoint.ts';
import type { PlannedDate, previewSeries } from '../../../../contract/series.ts';
import {
  occurrencesOf,
  type Occurrence,
  type Repetition,
} from '../../../platform/calendar/occurrences.ts';

/**
 * The dates that a form would make.
 * @throws Refusal `invalid` naming `rrule` or `startTime`
 */
export function planOf(form: Repetition): AnswerOf<typeof previewSeries> {
  const { text, dates, note } = occurrencesOf(form);
  return { text, dates: dates.map(plannedDate), ...(note && { note }) };
}

export const plannedDate = ({ startTime, endTime, note }: Occurrence): PlannedDate => ({
  startTime: startTime.toISOString(),
  endTime: endTime.toISOString(),
  ...(note && { note }),
});
