import { tokenForm } from '#tests/support/tokens.ts';
import { signedIn } from './roles.ts';
import type { Rows } from './fixture.ts';

export const tokens = {
  'GET /api/user/tokens': {
    request: () => ({}),
    answers: signedIn(200),
  },
  // Everybody in the fixture has just signed in.
  'POST /api/user/tokens': {
    request: () => ({ body: tokenForm }),
    answers: signedIn(201),
  },
  'DELETE /api/user/tokens/:id': {
    request: ({ token }) => ({ params: { id: token } }),
    answers: signedIn(204),
  },
} satisfies Rows;
