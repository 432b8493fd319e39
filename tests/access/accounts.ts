import { completeProfile, password } from '#tests/support/factories.ts';
import { signedIn } from './roles.ts';
import { forAll, forAccounts, sending, of, type Rows } from './rows.ts';

export const accounts = {
  'GET /api/user': forAll(200),
  'POST /api/complete-profile': forAccounts(200, sending(completeProfile)),
  'PATCH /api/auth/user': forAccounts(200, sending({ firstName: 'Grace' })),
  'GET /api/auth/user/parting': forAccounts(200),
  'GET /api/auth/user/export': forAccounts(200),
  'DELETE /api/auth/user': forAccounts(204, sending({ password })),
  'GET /api/users': forAccounts(200),
  'GET /api/users/:id/card': {
    request: ({ group }) => ({ params: { id: group.owner.id } }),
    answers: {
      ...signedIn(200),
      newcomer: 'not_found',
      outsider: 'not_found',
      pending: 'not_found',
    },
  },
  'PUT /api/users/:id/block': forAccounts(204, of('other')),
  'DELETE /api/users/:id/block': forAccounts(204, of('other')),
  'GET /api/user/blocks': forAccounts(200),
} satisfies Rows;
