import { dateOf } from '../../../../contract/days.ts';
import type { events } from '../../events/tables.ts';
import type { DateRow } from '../policy/planned-change.ts';

/** A date as its series sees it. */
export const dateRowOf = (row: typeof events.$inferSelect): DateRow => ({
  ...row,
  day: row.seriesDate ?? dateOf(row.startTime),
  edited: row.seriesEdited,
});
