import { query } from '#web/platform/data/queries.ts';

export const preferencesQuery = () => query('GET /api/user/mail-preferences');

/** The subscription that the link at the end of an email is about. */
export const subscriptionQuery = (token: string) =>
  query('GET /api/unsubscribe', { query: { token } });
