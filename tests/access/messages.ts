import { forAdmins, forInsiders, forMembers, forOrganisers, of, type Rows } from './rows.ts';

const words = { subject: 'Tea on Saturday', text: 'The kettle is on from ten.' };

export const messages = {
  'POST /api/groups/:id/messages': forOrganisers(
    202,
    of('group', { audience: 'members', ...words }),
  ),
  'POST /api/events/:id/messages': forOrganisers(202, of('event', { audience: 'all', ...words })),
  'GET /api/groups/:id/messages': forOrganisers(200, of('group')),
  'GET /api/groups/:id/audiences': forOrganisers(200, ({ group, event }) => ({
    params: { id: group.id },
    query: { eventId: event.id },
  })),
  'DELETE /api/messages/:id': forOrganisers(204, of('message')),
  'PATCH /api/groups/:id/membership': forMembers(200, of('group', { muted: true })),
  'PATCH /api/groups/:id': forOrganisers(200, of('group', { contactEnabled: false })),
  'POST /api/groups/:id/contact': forInsiders(202, of('group', words)),
  'GET /api/admin/held-contacts': forAdmins(200),
  'POST /api/admin/held-contacts/:id/release': forAdmins(204, of('pendingContact')),
  'DELETE /api/admin/held-contacts/:id': forAdmins(204, of('pendingContact')),
  'GET /api/admin/held-messages': forAdmins(200),
  'POST /api/admin/held-messages/:id/release': forAdmins(204, of('pendingMessage')),
  'DELETE /api/admin/held-messages/:id': forAdmins(204, of('pendingMessage')),
} satisfies Rows;
