import { pageSizes } from '#contract/platform/limits.ts';
import { pages } from '#web/platform/data/queries.ts';

/** Open complaints first. `cursor` is the page to start at, for browsers without JavaScript. */
export const complaintPages = (cursor: string | undefined) =>
  pages('GET /api/admin/complaints', { query: { cursor, limit: pageSizes.admin } });
