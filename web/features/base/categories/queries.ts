import { query } from '#web/platform/data/queries.ts';

export const categories = () => query('GET /api/categories');
