import { completeProfile, password } from '#tests/support/factories.ts';
import { all, signedIn } from './roles.ts';
import type { Rows } from './fixture.ts';

export const accounts = {
  'GET /api/user': {
    request: () => ({}),
    answers: all(200),
  },
  'POST /api/complete-profile': {
    request: () => ({ body: completeProfile }),
    answers: signedIn(200),
  },
  'PATCH /api/auth/user': {
    request: () => ({ body: { firstName: 'Grace' } }),
    answers: signedIn(200),
  },
  'GET /api/auth/user/parting': {
    request: () => ({}),
    answers: signedIn(200),
  },
  'GET /api/auth/user/export': {
    request: () => ({}),
    answers: signedIn(200),
  },
  'DELETE /api/auth/user': {
    request: () => ({ body: { password } }),
    answers: signedIn(204),
  },
  'GET /api/users': {
    request: () => ({}),
    answers: signedIn(200),
  },
} satisfies Rows;
