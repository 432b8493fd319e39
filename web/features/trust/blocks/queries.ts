import type { QueryClient } from '@tanstack/react-query';
import { pages, refresh } from '#web/platform/data/queries.ts';

/** Whom the member has blocked, the last first. */
export const blockPages = () => pages('GET /api/user/blocks');

/** Whatever people are named in is read again, so that somebody is gone at once, or back. */
export const refreshPeople = (client: QueryClient) =>
  refresh(client, '/api/user/blocks', '/api/users', '/api/events/', '/api/groups/');
