import { query } from '#web/platform/data/queries.ts';

/** The children whom the member answers for. */
export const householdQuery = () => query('GET /api/user/household');
