import { groupQuery } from '#web/features/community/groups/queries.ts';
import { prefetch, query } from '#web/platform/data/queries.ts';
import { privately } from '#web/platform/head/head.ts';
import type { Page } from '#web/platform/router/pages.ts';

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

export const invitationLinkQuery = (groupId: string | number) =>
  query('GET /api/groups/:id/invitation-link', { params: { id: groupId } });

export const emailInvitationsQuery = (groupId: string | number) =>
  query('GET /api/groups/:id/email-invitations', { params: { id: groupId } });
