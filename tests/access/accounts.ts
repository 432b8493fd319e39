import { completeProfile, password } from '../support/factories.ts';
import { all, signedIn } from './roles.ts';
import type { Rows } from './scene.ts';

let registered = 0;

export const accounts = {
  'GET /api/user': {
    request: () => ({}),
    answers: all(200),
  },
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
  'GET /api/login': {
    request: () => ({}),
    answers: all(302),
  },
  'GET /api/logout': {
    request: () => ({}),
    answers: all(302),
  },
  'POST /api/complete-profile': {
    request: () => ({ body: completeProfile }),
    answers: signedIn(200),
  },
  'PATCH /api/auth/user': {
    request: () => ({ body: { firstName: 'Grace' } }),
    answers: signedIn(200),
  },
  'GET /api/users': {
    request: () => ({}),
    answers: signedIn(200),
  },
} satisfies Rows;
