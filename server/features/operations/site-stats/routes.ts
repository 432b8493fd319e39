import { getNumbers, getWaiting } from '#contract/operations/site-stats.ts';
import { ok, route } from '#platform/http/route.ts';
import { currentSiteStats, pendingCountsFor } from './queries.ts';

export const siteStatsRoutes = [
  route(getNumbers, async (_, { db, now }) => ok(await currentSiteStats(db, now))),

  route(getWaiting, async (_, { db, viewer }) => ok(await pendingCountsFor(db, viewer))),
];
