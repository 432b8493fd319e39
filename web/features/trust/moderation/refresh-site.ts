import type { QueryClient } from '@tanstack/react-query';
import { refresh } from '#web/platform/data/queries.ts';

/** What the rest of the site shows is read again, and the numbers above the tabs. */
export const refreshSite = (client: QueryClient) =>
  refresh(
    client,
    '/api/admin/summary',
    '/api/admin/queue',
    '/api/admin/analytics',
    '/api/admin/audit',
    '/api/events',
    '/api/groups',
    '/api/user/',
  );
