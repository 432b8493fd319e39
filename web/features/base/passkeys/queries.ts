import { query } from '#web/platform/data/queries.ts';

/** The member's passkeys. */
export const passkeysQuery = () => query('GET /api/passkeys');
