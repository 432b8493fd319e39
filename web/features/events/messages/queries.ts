import { pages, query } from '#web/platform/data/queries.ts';

/** The sizes of the audiences of a group, or of one of its events. */
export const audiencesQuery = (groupId: string | number, eventId?: string | number) =>
  query('GET /api/groups/:id/audiences', {
    params: { id: groupId },
    query: { eventId: eventId === undefined ? undefined : String(eventId) },
  });

/** Sent messages, newest first. */
export const messagePages = (groupId: string | number) =>
  pages('GET /api/groups/:id/messages', {
    params: { id: groupId },
    query: { limit: 10 },
  });
