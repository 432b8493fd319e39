import { groupQuery } from '#web/features/community/groups/queries.ts';
import { prefetch, query } from '#web/platform/data/queries.ts';
import { privately } from '#web/platform/head/head.ts';
import type { Page } from '#web/platform/router/pages.ts';

/** The page on which organisers bring events from another calendar, and the preview of one. */
export const importPages: readonly Page[] = [
  {
    path: '/groups/:id/imports/:importId?',
    module: './features/events/imports/imports-page.tsx',
    guard: 'protected',
    head: privately('Import events'),
    subject: ({ params }) => groupQuery(params.id ?? ''),
    load: ({ client, params: { id = '', importId } }) =>
      prefetch(client, [groupQuery(id), importId ? importQuery(importId) : importsQuery(id)]),
  },
];

export const importsQuery = (id: string | number) =>
  query('GET /api/groups/:id/imports', { params: { id } });

export const importQuery = (id: string | number) =>
  query('GET /api/imports/:id', { params: { id } });
