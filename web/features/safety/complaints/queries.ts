import { pageSizes } from '#contract/platform/limits.ts';
import { pages } from '#web/platform/data/queries.ts';

/** The open ones first; `cursor` is the page to begin with, for a reader without JavaScript. */
export const complaintPages = (cursor: string | undefined) =>
  pages('GET /api/admin/complaints', { query: { cursor, limit: pageSizes.admin } });
