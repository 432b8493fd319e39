import { query } from '#web/platform/data/queries.ts';

/** The member's content that admins have hidden, and the reasons. */
export const hiddenItems = () => query('GET /api/user/hidden');
