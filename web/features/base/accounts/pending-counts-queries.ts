import { query } from '#web/platform/data/queries.ts';

export const siteStatsQuery = () => query('GET /api/numbers');

/** What waits for whoever is signed in. */
export const pendingCountsQuery = () => query('GET /api/user/waiting');
