import { query } from '#web/platform/data/queries.ts';

export const numbersQuery = () => query('GET /api/numbers');

/** The counts of items awaiting the signed-in member. */
export const waitingQuery = () => query('GET /api/user/waiting');
