import { query } from '#web/platform/data/queries.ts';

export const numbersQuery = () => query('GET /api/numbers');

/** What waits for whoever is signed in. */
export const waitingQuery = () => query('GET /api/user/waiting');
