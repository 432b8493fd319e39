import { query } from '#web/platform/data/queries.ts';

export const passkeysQuery = () => query('GET /api/passkeys');
