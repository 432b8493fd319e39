import { query } from '#web/platform/data/queries.ts';

export const siteStatsQuery = () => query('GET /api/numbers');

/** The counts of items awaiting the signed-in member. */
export const pendingCountsQuery = () => query('GET /api/user/waiting');
