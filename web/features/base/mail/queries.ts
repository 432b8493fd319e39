import { query } from '#web/platform/data/queries.ts';

export const preferencesQuery = () => query('GET /api/user/mail-preferences');

/** The subscription behind an email's unsubscribe link. */
export const subscriptionQuery = (token: string) =>
  query('GET /api/unsubscribe', { query: { token } });
