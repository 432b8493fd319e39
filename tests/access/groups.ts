import { all, signedIn, hidden, hiddenFromAccounts } from './roles.ts';
import { forAll, forAccounts, forOrganisers, sending, of, type Rows } from './rows.ts';
import { groupForm } from '#tests/support/forms.ts';

export const groups = {
  'GET /api/groups': forAll(200),
  'GET /api/groups/count': forAll(200, () => ({ query: { q: 'swim' } })),
  // The caller learns that the group exists, so that the draft's page can explain itself.
  'GET /api/groups/:id': {
    request: of('group'),
    answers: all(200),
    whileHidden: {
      ...hidden(200),
      visitor: 'sign_in_required',
      banned: 'sign_in_required',
      newcomer: 'forbidden',
      outsider: 'forbidden',
    },
  },
  'POST /api/groups': {
    request: sending(groupForm),
    answers: { ...signedIn(201), newcomer: 'profile_incomplete' },
  },
  'PUT /api/groups/:id': {
    request: of('group', groupForm),
    answers: { ...signedIn('forbidden'), owner: 200, admin: 200 },
    whileHidden: { ...hiddenFromAccounts('forbidden'), owner: 200, admin: 200 },
  },
  'PATCH /api/groups/:id/switches': forOrganisers(200, of('group', { defaultOpenTo: 'anyone' })),
  'GET /api/groups/:id/export.json': {
    request: of('group'),
    answers: { ...signedIn('forbidden'), owner: 200 },
    whileHidden: { ...hiddenFromAccounts('forbidden'), owner: 200 },
  },
  'POST /api/groups/import': {
    request: sending({
      format: 'villagehall-group',
      version: 1,
      group: groupForm,
      events: [],
      series: [],
    }),
    answers: { ...signedIn(201), newcomer: 'profile_incomplete' },
  },
  'GET /api/user/groups': forAccounts(200),
} satisfies Rows;
