import { query } from '../../platform/data/queries.ts';

export const categories = () => query('GET /api/categories');
