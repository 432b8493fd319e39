import { groupQuery } from '#web/features/community/groups/queries.ts';
import { prefetch } from '#web/platform/data/queries.ts';
import { privately } from '#web/platform/head/head.ts';
import type { Page } from '#web/platform/router/pages.ts';
import { emailInvitationsQuery, invitationLinkQuery } from './queries.ts';

/** The guide for organisers whose group comes from elsewhere. */
export const movingPages: readonly Page[] = [
  {
    path: '/groups/:id/move',
    module: './features/community/moving/move-page.tsx',
    guard: 'protected',
    head: privately('Move your group here'),
    subject: ({ params }) => groupQuery(params.id ?? ''),
    load: ({ client, params: { id = '' } }) =>
      prefetch(client, [groupQuery(id), invitationLinkQuery(id), emailInvitationsQuery(id)]),
  },
];
