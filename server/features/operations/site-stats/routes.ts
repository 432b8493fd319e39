import { getSiteStats, getPendingCounts } from '#contract/operations/site-stats.ts';
import { ok, route } from '#platform/http/route.ts';
import { currentSiteStats, pendingCountsFor } from './queries.ts';

export const siteStatsRoutes = [
  route(getSiteStats, async (_, { db, now }) => ok(await currentSiteStats(db, now))),

  route(getPendingCounts, async (_, { db, viewer }) => ok(await pendingCountsFor(db, viewer))),
];
