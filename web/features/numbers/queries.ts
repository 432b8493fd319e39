import { query } from '../../platform/data/queries.ts';

export const numbersQuery = () => query('GET /api/numbers');
