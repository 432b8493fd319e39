import { tokenForm } from '#tests/support/tokens.ts';
import { newToken } from '#platform/crypto/token.ts';
import { password } from '#tests/support/factories.ts';
import { all } from './roles.ts';
import { forAll, forAccounts, sending, type Rows } from './rows.ts';

let registered = 0;

export const signIn = {
  'POST /api/register': forAll(201, () => ({
    body: {
      firstName: 'Ada',
      email: `registered${(registered += 1)}@example.com`,
      password,
      confirmPassword: password,
    },
  })),
  'POST /api/login': {
    request: ({ person }) => ({ body: { email: person?.email ?? 'nobody@example.com', password } }),
    answers: { ...all(200), visitor: 'sign_in_required', banned: 'suspended' },
  },
  // No test of roles runs on a public demonstration.
  'POST /api/demo-sign-in': forAll('not_found', sending({ as: 'member' })),
  // Nobody has passed the password step in this browser.
  'POST /api/login/code': forAll('sign_in_required', sending({ code: '000000' })),
  'GET /api/login': forAll(302),
  'GET /api/login/callback': forAll(302),
  'GET /api/logout': forAll(302),
  // The link comes by email: no role makes one usable.
  'POST /api/confirm-email': forAccounts('invalid', () => ({ body: { token: newToken() } })),
  // Everybody in the fixture has confirmed their address.
  'POST /api/confirm-email/resend': forAccounts('conflict'),
  'POST /api/forgot-password': forAll(200, ({ person }) => ({
    body: { email: person?.email ?? 'nobody@example.com' },
  })),
  'POST /api/reset-password': forAll('invalid', () => ({ body: { token: newToken(), password } })),
  'POST /api/auth/user/password': forAccounts(
    204,
    sending({ currentPassword: password, password: 'Village-hall2' }),
  ),
  'GET /api/auth/user/two-step': forAccounts(200),
  'POST /api/auth/user/two-step/setup': forAccounts(200, sending({ password })),
  // The ticket comes from the call before.
  'POST /api/auth/user/two-step': forAccounts(
    'invalid',
    sending({ ticket: 'none', code: '000000' }),
  ),
  // Two-step sign-in is off for everybody here.
  'POST /api/auth/user/two-step/recovery-codes': forAccounts(
    'conflict',
    sending({ password, code: '000000' }),
  ),
  'DELETE /api/auth/user/two-step': forAccounts('conflict', sending({ password, code: '000000' })),
  'GET /api/auth/user/sign-in-methods': forAccounts(200),
  'GET /api/auth/user/sessions': forAccounts(200),
  'GET /api/auth/user/sign-ins': forAccounts(200),
  'DELETE /api/auth/user/sessions/:id': forAccounts(204, ({ session }) => ({
    params: { id: session },
  })),
  'DELETE /api/auth/user/sessions': forAccounts(204),
  'POST /api/passkeys/registration-options': forAccounts(200, sending({ password })),
  // The challenge comes from the call before.
  'POST /api/passkeys': forAccounts('invalid', sending({ response: {} })),
  'GET /api/passkeys': forAccounts(200),
  'PATCH /api/passkeys/:id': forAccounts(200, ({ passkey }) => ({
    params: { id: passkey },
    body: { name: 'Phone' },
  })),
  'DELETE /api/passkeys/:id': forAccounts(204, ({ passkey }) => ({ params: { id: passkey } })),
  'POST /api/passkeys/sign-in-options': forAll(200),
  // No browser has answered.
  'POST /api/passkeys/sign-in': forAll('sign_in_required', sending({ response: {} })),
  'GET /api/user/tokens': forAccounts(200),
  // Everybody in the fixture has just signed in.
  'POST /api/user/tokens': forAccounts(201, sending(tokenForm)),
  'DELETE /api/user/tokens/:id': forAccounts(204, ({ token }) => ({ params: { id: token } })),
} satisfies Rows;
