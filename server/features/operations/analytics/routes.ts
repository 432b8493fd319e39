import { getAnalytics, getCharts } from '#contract/operations/analytics.ts';
import { ok, route } from '#platform/http/route.ts';
import { currentCharts } from './mutations.ts';
import { currentFigures } from './queries.ts';

export const analyticsRoutes = [
  route(getAnalytics, async (_, { db, now }) => ok(await currentFigures(db, now))),
  route(getCharts, async (_, { db, now }) => ok(await currentCharts(db, now))),
];
