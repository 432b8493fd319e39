import {
  admins,
  hiddenFromAccounts,
  hiddenFromMembers,
  membersAndAdmins,
  organisers,
  signedIn,
} from './roles.ts';
import type { Rows } from './fixture.ts';

const words = { subject: 'Tea on Saturday', text: 'The kettle is on from ten.' };
const muting = { ...membersAndAdmins(200), admin: 'not_a_member' } as const;

export const messages = {
  'POST /api/groups/:id/messages': {
    request: ({ group }) => ({
      params: { id: group.id },
      body: { audience: 'members', ...words },
    }),
    answers: organisers(202),
    whileHidden: hiddenFromMembers(202),
  },
  'POST /api/events/:id/messages': {
    request: ({ event }) => ({ params: { id: event.id }, body: { audience: 'all', ...words } }),
    answers: organisers(202),
    whileHidden: hiddenFromMembers(202),
  },
  'GET /api/groups/:id/messages': {
    request: ({ group }) => ({ params: { id: group.id } }),
    answers: organisers(200),
    whileHidden: hiddenFromMembers(200),
  },
  'GET /api/groups/:id/audiences': {
    request: ({ group, event }) => ({ params: { id: group.id }, query: { eventId: event.id } }),
    answers: organisers(200),
    whileHidden: hiddenFromMembers(200),
  },
  'DELETE /api/messages/:id': {
    request: ({ message }) => ({ params: { id: message.id } }),
    answers: organisers(204),
    whileHidden: hiddenFromMembers(204),
  },
  'PATCH /api/groups/:id/membership': {
    request: ({ group }) => ({ params: { id: group.id }, body: { muted: true } }),
    answers: muting,
    whileHidden: { ...hiddenFromAccounts(200), admin: 'not_a_member' },
  },
  'PATCH /api/groups/:id': {
    request: ({ group }) => ({ params: { id: group.id }, body: { contactEnabled: false } }),
    answers: organisers(200),
    whileHidden: hiddenFromMembers(200),
  },
  'POST /api/groups/:id/contact': {
    request: ({ group }) => ({ params: { id: group.id }, body: words }),
    answers: signedIn(202),
    whileHidden: hiddenFromAccounts(202),
  },
  'GET /api/admin/held-contacts': { request: () => ({}), answers: admins(200) },
  'POST /api/admin/held-contacts/:id/release': {
    request: ({ pendingContact }) => ({ params: { id: pendingContact.id } }),
    answers: admins(204),
  },
  'DELETE /api/admin/held-contacts/:id': {
    request: ({ pendingContact }) => ({ params: { id: pendingContact.id } }),
    answers: admins(204),
  },
  'GET /api/admin/held-messages': { request: () => ({}), answers: admins(200) },
  'POST /api/admin/held-messages/:id/release': {
    request: ({ pendingMessage }) => ({ params: { id: pendingMessage.id } }),
    answers: admins(204),
  },
  'DELETE /api/admin/held-messages/:id': {
    request: ({ pendingMessage }) => ({ params: { id: pendingMessage.id } }),
    answers: admins(204),
  },
} satisfies Rows;
