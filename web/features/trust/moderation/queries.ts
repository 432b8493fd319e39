import { query } from '#web/platform/data/queries.ts';

/** What admins have hidden of the member's, and why. */
export const hiddenItems = () => query('GET /api/user/hidden');
