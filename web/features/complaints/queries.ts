import { pageSizes } from '../../../contract/limits.ts';
import { pages } from '../../platform/data/queries.ts';

/** The open ones first; `cursor` is the page to begin with, for a reader without JavaScript. */
export const complaintPages = (cursor: string | undefined) =>
  pages('GET /api/admin/complaints', { query: { cursor, limit: pageSizes.admin } });
