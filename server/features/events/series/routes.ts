import {
  createSeries,
  getSeries,
  previewSeries,
  seriesCalendar,
  type Series,
} from '#contract/events/series/series.ts';
import {
  answerSeries,
  attendSeries,
  cancelSeries,
  cancelSeriesRsvps,
  previewSeriesChange,
  updateSeries,
} from '#contract/events/series/series-changes.ts';
import { calendarOf } from '#features/events/events/policy/ics.ts';
import { withCalendarFacts } from '#features/events/events/queries/event.ts';
import type { Context } from '#platform/http/context.ts';
import { created, noContent, ok, route } from '#platform/http/route.ts';
import { notFound } from '#platform/refusal.ts';
import { cancelSeriesInScope } from './mutations/cancel.ts';
import { changeSeries } from './mutations/change.ts';
import * as creation from './mutations/create.ts';
import { answerAll, attendAll, withdrawFromAll } from './mutations/rsvps.ts';
import { previewOfChange } from './queries/change-preview.ts';
import { planOf } from './queries/preview.ts';
import { findSeries } from './queries/series.ts';

export const seriesRoutes = [
  route(createSeries, async ({ body }, context) => {
    const { db, viewer, attempt, config, now } = context;
    const id = await creation.createSeries(db, viewer, body, attempt, config, now);
    return created(await seriesFor(context, id));
  }),

  route(previewSeries, ({ body }) => ok(planOf(body))),

  route(getSeries, async ({ params }, context) => ok(await seriesFor(context, params.id))),

  route(updateSeries, async ({ params, body }, context) => {
    const { db, viewer, config, now } = context;
    await changeSeries(db, viewer, params.id, body, config, now);
    return ok(await seriesFor(context, params.id));
  }),

  route(previewSeriesChange, async ({ params, body }, { db, viewer, now }) =>
    ok(await previewOfChange(db, viewer, params.id, body, now)),
  ),

  route(cancelSeries, async ({ params, body }, { db, viewer, now }) => {
    await cancelSeriesInScope(db, viewer, params.id, body, now);
    return noContent();
  }),

  route(attendSeries, async ({ params, body }, { db, viewer, now }) =>
    ok(await attendAll(db, viewer, params.id, body, now)),
  ),

  route(answerSeries, async ({ params, body }, { db, viewer, now }) =>
    ok(await answerAll(db, viewer, params.id, body, now)),
  ),

  route(cancelSeriesRsvps, async ({ params }, { db, viewer, now }) =>
    ok(await withdrawFromAll(db, viewer, params.id, now)),
  ),

  route(seriesCalendar, async ({ params }, context) => {
    const { db, origin, now } = context;
    const { events } = await seriesFor(context, params.id);
    return {
      ...ok(calendarOf(await withCalendarFacts(db, events), origin, now)),
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': `attachment; filename="series-${params.id}.ics"`,
      },
    };
  }),
];

export async function seriesFor({ db, viewer, now }: Context, id: number): Promise<Series> {
  const found = await findSeries(db, viewer, id, now);
  if (!found) throw notFound('Series');
  return found;
}
