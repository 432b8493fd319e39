import { forAccounts, forAll, sending, of, type Rows } from './rows.ts';

/** The child is another member's; its adults are tested with the feature. */
export const household = {
  'GET /api/user/household': forAccounts(200),
  'POST /api/user/household': forAccounts(201, sending({ firstName: 'Sam' })),
  'PATCH /api/user/household/:id': forAccounts('not_found', of('child', { firstName: 'Sam' })),
  'DELETE /api/user/household/:id': forAccounts('not_found', of('child')),
  'POST /api/user/household/:id/invitations': forAccounts('not_found', of('child')),
  'POST /api/household-invitations': forAll(200, ({ child }) => ({ body: { token: child.token } })),
  'POST /api/household-invitations/accept': forAccounts(200, ({ child }) => ({
    body: { token: child.token },
  })),
  'DELETE /api/user/household/:id/adults/:userId': forAccounts('not_found', ({ child, other }) => ({
    params: { id: child.id, userId: other.id },
  })),
} satisfies Rows;
