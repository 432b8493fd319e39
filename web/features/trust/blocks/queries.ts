import type { QueryClient } from '@tanstack/react-query';
import { pages, refresh } from '#web/platform/data/queries.ts';

/** The people whom the member has blocked, newest first. */
export const blockPages = () => pages('GET /api/user/blocks');

/**
 * Refreshes everything that names people, so that a blocked person disappears at once, or returns.
 */
export const refreshPeople = (client: QueryClient) =>
  refresh(client, '/api/user/blocks', '/api/users', '/api/events/', '/api/groups/');
