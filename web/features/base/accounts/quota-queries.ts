import { query } from '#web/platform/data/queries.ts';

/** The quotas that the member has nearly used up, with the amounts left. */
export const quotasQuery = () => query('GET /api/user/quotas');
