import type { QueryClient } from '@tanstack/react-query';
import { refresh } from '#web/platform/data/queries.ts';

/** Refreshes everything else the site shows, and the counts above the tabs. */
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
