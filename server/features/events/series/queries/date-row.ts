import { dateOf } from '#contract/platform/days.ts';
import type { EventRow } from '#features/events/events/queries/text.ts';
import type { DateRow } from '../policy/planned-change.ts';

/** A date for its series: a change of the series treats a hidden one as cancelled for good. */
export const dateRowOf = ({ status, ...row }: EventRow): DateRow => ({
  ...row,
  status: status === 'hidden' ? 'cancelled' : status,
  day: row.seriesDate ?? dateOf(row.startTime),
  edited: row.seriesEdited || status === 'hidden',
});
