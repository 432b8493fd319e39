import {
  all,
  signedIn,
  organisers,
  hidden,
  hiddenFromAccounts,
  hiddenFromMembers,
} from './roles.ts';
import type { Rows } from './fixture.ts';

export const membership = {
  'GET /api/user/hidden-groups': { request: () => ({}), answers: signedIn(200) },
  'PATCH /api/groups/:id/members/:userId': {
    request: ({ group, other }) => ({
      params: { id: group.id, userId: other.id },
      body: { isOrganizer: true },
    }),
    answers: organisers(200),
    whileHidden: hiddenFromMembers(200),
  },
  'DELETE /api/groups/:id/members/:userId': {
    request: ({ group, other }) => ({
      params: { id: group.id, userId: other.id },
    }),
    answers: organisers(204),
    whileHidden: hiddenFromMembers(204),
  },
  'PUT /api/groups/:id/owner': {
    request: ({ group, other }) => ({
      params: { id: group.id },
      body: { userId: other.id },
    }),
    answers: { ...signedIn('forbidden'), owner: 204, admin: 204 },
    whileHidden: { ...hiddenFromAccounts('forbidden'), owner: 204, admin: 204 },
  },
  'GET /api/groups/:id/members': {
    request: ({ group }) => ({ params: { id: group.id } }),
    answers: all(200),
    whileHidden: hidden(200),
  },
  'POST /api/groups/:id/members': {
    request: ({ group }) => ({ params: { id: group.id } }),
    answers: { ...signedIn(200), newcomer: 201, outsider: 201, admin: 201 },
    whileHidden: { ...hiddenFromAccounts(200), admin: 'conflict' },
  },
  'GET /api/groups/:id/invitation-link': {
    request: ({ group }) => ({ params: { id: group.id } }),
    answers: organisers(200),
    whileHidden: hiddenFromMembers(200),
  },
  'POST /api/groups/:id/invitation-link': {
    request: ({ group }) => ({ params: { id: group.id } }),
    answers: organisers(201),
    whileHidden: hiddenFromMembers(201),
  },
  'GET /api/groups/:id/email-invitations': {
    request: ({ group }) => ({ params: { id: group.id } }),
    answers: organisers(200),
    whileHidden: hiddenFromMembers(200),
  },
  'POST /api/groups/:id/email-invitations': {
    request: ({ group }) => ({
      params: { id: group.id },
      body: { emails: ['ada@example.org'], consent: true },
    }),
    answers: organisers(202),
    // Only approved groups write to people outside.
    whileHidden: hiddenFromMembers('conflict'),
  },
  'PATCH /api/groups/:id/email-invitations': {
    request: ({ group }) => ({ params: { id: group.id }, body: { stopped: false } }),
    answers: { ...signedIn('forbidden'), admin: 200 },
    whileHidden: { ...hiddenFromAccounts('forbidden'), admin: 200 },
  },
  'POST /api/groups/:id/members-file': {
    request: ({ group }) => ({
      params: { id: group.id },
      body: { text: 'Name\tUser ID\tTitle\nAda\t1\t' },
    }),
    answers: organisers(200),
    whileHidden: hiddenFromMembers(200),
  },
  'DELETE /api/groups/:id/members': {
    request: ({ group }) => ({ params: { id: group.id } }),
    answers: { ...signedIn(204), owner: 'conflict' },
    whileHidden: { ...hiddenFromAccounts(204), owner: 'conflict' },
  },
} satisfies Rows;
