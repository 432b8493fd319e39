import { query } from '#web/platform/data/queries.ts';

export const preferencesQuery = () => query('GET /api/user/mail-preferences');

/** What the link at the end of a mail is for. */
export const subscriptionQuery = (token: string) =>
  query('GET /api/unsubscribe', { query: { token } });
