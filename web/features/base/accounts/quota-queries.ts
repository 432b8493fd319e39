import { query } from '#web/platform/data/queries.ts';

/** What is left of quotas that are nearly used up. */
export const quotasQuery = () => query('GET /api/user/quotas');
