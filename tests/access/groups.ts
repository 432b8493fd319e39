import {
  all,
  signedIn,
  hidden,
  hiddenFromAccounts,
  hiddenFromMembers,
  organisers,
} from './roles.ts';
import type { Rows } from './fixture.ts';

const groupForm = {
  name: 'Derwent Swimmers',
  description: 'Cold water at dawn, hot porridge afterwards.',
  groupType: 'healthWellness',
  chargeForEvents: 'free',
};

export const groups = {
  'GET /api/groups': {
    request: () => ({}),
    answers: all(200),
  },
  'GET /api/groups/:id': {
    request: ({ group }) => ({ params: { id: group.id } }),
    answers: all(200),
    // The caller learns that the group exists, so that the draft's page can explain itself.
    whileHidden: {
      ...hidden(200),
      visitor: 'sign_in_required',
      banned: 'sign_in_required',
      newcomer: 'forbidden',
      outsider: 'forbidden',
    },
  },
  'POST /api/groups': {
    request: () => ({ body: groupForm }),
    answers: { ...signedIn(201), newcomer: 'profile_incomplete' },
  },
  'PUT /api/groups/:id': {
    request: ({ group }) => ({ params: { id: group.id }, body: groupForm }),
    answers: { ...signedIn('forbidden'), owner: 200, admin: 200 },
    whileHidden: { ...hiddenFromAccounts('forbidden'), owner: 200, admin: 200 },
  },
  'PATCH /api/groups/:id/switches': {
    request: ({ group }) => ({ params: { id: group.id }, body: { defaultOpenTo: 'anyone' } }),
    answers: organisers(200),
    whileHidden: hiddenFromMembers(200),
  },
  'GET /api/groups/:id/export.json': {
    request: ({ group }) => ({ params: { id: group.id } }),
    answers: { ...signedIn('forbidden'), owner: 200 },
    whileHidden: { ...hiddenFromAccounts('forbidden'), owner: 200 },
  },
  'POST /api/groups/import': {
    request: () => ({
      body: { format: 'villagehall-group', version: 1, group: groupForm, events: [], series: [] },
    }),
    answers: { ...signedIn(201), newcomer: 'profile_incomplete' },
  },
  'GET /api/user/groups': {
    request: () => ({}),
    answers: signedIn(200),
  },
} satisfies Rows;
