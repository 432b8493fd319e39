import { pages, query } from '../../platform/data/queries.ts';

export const settingsQuery = () => query('GET /api/admin/settings');
export const invitationPages = () => pages('GET /api/admin/invitations', { query: { limit: 20 } });
