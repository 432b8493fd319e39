import { newToken } from '#platform/crypto/token.ts';
import { password } from '#tests/support/factories.ts';
import { all, signedIn } from './roles.ts';
import type { Rows } from './fixture.ts';

let registered = 0;

export const signIn = {
  'POST /api/register': {
    request: () => ({
      body: {
        firstName: 'Ada',
        email: `registered${(registered += 1)}@example.com`,
        password,
        confirmPassword: password,
      },
    }),
    answers: all(201),
  },
  'POST /api/login': {
    request: ({ person }) => ({
      body: { email: person?.email ?? 'nobody@example.com', password },
    }),
    answers: { ...all(200), visitor: 'sign_in_required', banned: 'suspended' },
  },
  // No test of roles runs on a public demonstration.
  'POST /api/demo-sign-in': {
    request: () => ({ body: { as: 'member' } }),
    answers: all('not_found'),
  },
  // Nobody has passed the password step in this browser.
  'POST /api/login/code': {
    request: () => ({ body: { code: '000000' } }),
    answers: all('sign_in_required'),
  },
  'GET /api/login': {
    request: () => ({}),
    answers: all(302),
  },
  'GET /api/login/callback': {
    request: () => ({}),
    answers: all(302),
  },
  'GET /api/logout': {
    request: () => ({}),
    answers: all(302),
  },
  // The link comes by email: no role makes one usable.
  'POST /api/confirm-email': {
    request: () => ({ body: { token: newToken() } }),
    answers: signedIn('invalid'),
  },
  'POST /api/confirm-email/resend': {
    request: () => ({}),
    // Everybody in the fixture has confirmed their address.
    answers: signedIn('conflict'),
  },
  'POST /api/forgot-password': {
    request: ({ person }) => ({ body: { email: person?.email ?? 'nobody@example.com' } }),
    answers: all(200),
  },
  'POST /api/reset-password': {
    request: () => ({ body: { token: newToken(), password } }),
    answers: all('invalid'),
  },
  'POST /api/auth/user/password': {
    request: () => ({ body: { currentPassword: password, password: 'Village-hall2' } }),
    answers: signedIn(204),
  },
  'GET /api/auth/user/two-step': {
    request: () => ({}),
    answers: signedIn(200),
  },
  'POST /api/auth/user/two-step/setup': {
    request: () => ({ body: { password } }),
    answers: signedIn(200),
  },
  // The ticket comes from the call before.
  'POST /api/auth/user/two-step': {
    request: () => ({ body: { ticket: 'none', code: '000000' } }),
    answers: signedIn('invalid'),
  },
  // Two-step sign-in is off for everybody here.
  'POST /api/auth/user/two-step/recovery-codes': {
    request: () => ({ body: { password, code: '000000' } }),
    answers: signedIn('conflict'),
  },
  'DELETE /api/auth/user/two-step': {
    request: () => ({ body: { password, code: '000000' } }),
    answers: signedIn('conflict'),
  },
  'GET /api/auth/user/sign-in-methods': {
    request: () => ({}),
    answers: signedIn(200),
  },
  'GET /api/auth/user/sessions': {
    request: () => ({}),
    answers: signedIn(200),
  },
  'GET /api/auth/user/sign-ins': {
    request: () => ({}),
    answers: signedIn(200),
  },
  'DELETE /api/auth/user/sessions/:id': {
    request: ({ session }) => ({ params: { id: session } }),
    answers: signedIn(204),
  },
  'DELETE /api/auth/user/sessions': {
    request: () => ({}),
    answers: signedIn(204),
  },
} satisfies Rows;
