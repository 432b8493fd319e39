import { signedIn, organisers, hiddenFromAccounts, hiddenFromMembers } from './roles.ts';
import { forAccounts, forReaders, forOrganisers, of, type Rows } from './rows.ts';

export const membership = {
  'GET /api/user/hidden-groups': forAccounts(200),
  'PATCH /api/groups/:id/members/:userId': forOrganisers(200, ({ group, other }) => ({
    params: { id: group.id, userId: other.id },
    body: { isOrganizer: true },
  })),
  'DELETE /api/groups/:id/members/:userId': forOrganisers(204, ({ group, other }) => ({
    params: { id: group.id, userId: other.id },
  })),
  'PUT /api/groups/:id/owner': {
    request: ({ group, other }) => ({ params: { id: group.id }, body: { userId: other.id } }),
    answers: { ...signedIn('forbidden'), owner: 204, admin: 204 },
    whileHidden: { ...hiddenFromAccounts('forbidden'), owner: 204, admin: 204 },
  },
  'GET /api/groups/:id/members': forReaders(200, of('group')),
  'GET /api/groups/:id/members.csv': forOrganisers(200, of('group')),
  'POST /api/groups/:id/members': {
    request: of('group'),
    answers: { ...signedIn(200), newcomer: 201, outsider: 201, admin: 201 },
    whileHidden: { ...hiddenFromAccounts(200), admin: 'conflict' },
  },
  'GET /api/groups/:id/invitation-link': forOrganisers(200, of('group')),
  'POST /api/groups/:id/invitation-link': forOrganisers(201, of('group')),
  'GET /api/groups/:id/email-invitations': forOrganisers(200, of('group')),
  // Only approved groups write to people outside.
  'POST /api/groups/:id/email-invitations': {
    request: of('group', { emails: ['ada@example.org'], consent: true }),
    answers: organisers(202),
    whileHidden: hiddenFromMembers('conflict'),
  },
  'PATCH /api/groups/:id/email-invitations': {
    request: of('group', { stopped: false }),
    answers: { ...signedIn('forbidden'), admin: 200 },
    whileHidden: { ...hiddenFromAccounts('forbidden'), admin: 200 },
  },
  'POST /api/groups/:id/members-file': forOrganisers(
    200,
    of('group', { text: 'Name\tUser ID\tTitle\nAda\t1\t' }),
  ),
  'DELETE /api/groups/:id/members': {
    request: of('group'),
    answers: { ...signedIn(204), owner: 'conflict' },
    whileHidden: { ...hiddenFromAccounts(204), owner: 'conflict' },
  },
} satisfies Rows;
