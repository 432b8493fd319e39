import { query } from '#web/platform/data/queries.ts';

export const invitationLinkQuery = (groupId: string | number) =>
  query('GET /api/groups/:id/invitation-link', { params: { id: groupId } });

export const emailInvitationsQuery = (groupId: string | number) =>
  query('GET /api/groups/:id/email-invitations', { params: { id: groupId } });
