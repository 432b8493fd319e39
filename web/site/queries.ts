import { query } from '../queries.ts';

export const numbersQuery = () => query('GET /api/numbers');
