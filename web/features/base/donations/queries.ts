import { pages, query } from '#web/platform/data/queries.ts';

export const ownDonations = () => pages('GET /api/user/donations', { query: { limit: '10' } });
export const allDonations = () => pages('GET /api/admin/donations', { query: { limit: '25' } });
export const donationSummary = () => query('GET /api/admin/donations/summary');
