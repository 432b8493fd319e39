import { eq } from 'drizzle-orm';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import type { previewSeriesChange } from '#contract/events/series/series-changes.ts';
import type { Database } from '#platform/db/database.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import {
  descriptionOnce,
  eventColumns,
  fillDescriptions,
} from '#features/events/events/queries/text.ts';
import { events } from '#features/events/events/tables.ts';
import {
  plannedChange,
  type ChangedDate,
  type Changes,
  type DateRow,
} from '../policy/planned-change.ts';
import { editSeriesRefusal } from '../policy/series.ts';
import { dateRowOf } from './date-row.ts';
import { revisedSeries } from '../policy/revised.ts';
import { placesFor } from './places.ts';
import { plannedDate } from './preview.ts';
import { seriesFacts } from './series.ts';

/**
 * Previews a change as of now.
 *
 * @throws Refusal as the change itself
 */
export async function previewOfChange(
  db: Database,
  viewer: Viewer,
  id: number,
  changes: Changes,
  now: Date,
): Promise<AnswerOf<typeof previewSeriesChange>> {
  const facts = await seriesFacts(db, viewer, id);
  if (!facts) throw notFound('Series');
  const { membership, groupFacts: group } = facts;
  demand(editSeriesRefusal(viewer, { group, membership }));
  const rows = await db
    .select({ ...eventColumns, description: descriptionOnce })
    .from(events)
    .where(eq(events.seriesId, id))
    .orderBy(events.seriesDate);
  const dates = fillDescriptions(rows).map(dateRowOf);
  const plan = plannedChange(facts, dates, changes, now);
  revisedSeries(facts, plan, changes);
  await placesFor(db, [...plan.changed, ...plan.revived]);
  return {
    changed: plan.changed.map(changedDate),
    added: plan.added.map(({ day: date, ...added }) => plannedDate({ date, ...added })),
    cancelled: plan.cancelled.map(dateOfSeries),
    revived: plan.revived.map(({ after }) => dateOfSeries(after)),
    leftAlone: plan.leftAlone.map(dateOfSeries),
  };
}

const dateOfSeries = ({ id, startTime, attendeeCount }: DateRow) => ({
  id,
  startTime: startTime.toISOString(),
  attendeeCount,
});

const changedDate = ({ before, after }: ChangedDate) => ({
  ...dateOfSeries(before),
  newStartTime: after.startTime.toISOString(),
  newEndTime: after.endTime.toISOString(),
});
