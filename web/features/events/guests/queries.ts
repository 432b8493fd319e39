import { postedQuery } from '#web/platform/data/queries.ts';

/** A guest's RSVP by their link. The token goes in the body, to keep it out of logs. */
export const guestQuery = (token: string) =>
  postedQuery('POST /api/guest-rsvps/read', { body: { token } });
