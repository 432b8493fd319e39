import { query } from '#web/platform/data/queries.ts';

/** The subscription behind an email's unsubscribe link. */
export const subscriptionQuery = (token: string) =>
  query('GET /api/unsubscribe', { query: { token } });
