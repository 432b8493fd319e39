import { password } from '#tests/support/factories.ts';
import { forAll, forAdmins, sending, type Rows } from './rows.ts';

const terms = { page: 'terms' };

export const settings = {
  'GET /api/admin/settings': forAdmins(200),
  'PATCH /api/admin/settings': forAdmins(200, sending({ banner: 'The hall is closed on Monday.' })),
  // The site prints the token where it starts: no role makes one usable.
  'POST /api/setup/read': forAll('not_found', sending({ token: 'none' })),
  'POST /api/setup': forAll(
    'not_found',
    sending({
      token: 'none',
      firstName: 'Ada',
      email: 'first-admin@example.com',
      password,
      confirmPassword: password,
    }),
  ),
  'GET /api/admin/setup': forAdmins(200),
  'PUT /api/admin/setup/:step': forAdmins(200, () => ({
    params: { step: 'legal' },
    body: { done: true },
  })),
  'DELETE /api/admin/setup': forAdmins(204),
  // The tests' sites have no mail server.
  'POST /api/admin/test-email': forAdmins(202),
  'GET /api/legal/:page': forAll(200, () => ({ params: terms })),
  'GET /api/admin/legal/:page': forAdmins(200, () => ({ params: terms })),
  'PUT /api/admin/legal/:page': forAdmins(200, () => ({
    params: terms,
    body: { markdown: 'Be kind.' },
  })),
  'DELETE /api/admin/legal/:page': forAdmins(200, () => ({ params: terms })),
  'GET /api/admin/invitations': forAdmins(200),
  'POST /api/admin/invitations': forAdmins(
    201,
    sending({ note: 'For the choir', maxUses: 20, expiresInDays: null }),
  ),
  // Nothing has this number, so an admin gets 'not found'.
  'DELETE /api/admin/invitations/:id': forAdmins('not_found', () => ({
    params: { id: 2_000_000 },
  })),
} satisfies Rows;
