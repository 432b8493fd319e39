import { signedIn } from './roles.ts';
import type { Rows } from './fixture.ts';

export const blocks = {
  'PUT /api/users/:id/block': {
    request: ({ other }) => ({ params: { id: other.id } }),
    answers: signedIn(204),
  },
  'DELETE /api/users/:id/block': {
    request: ({ other }) => ({ params: { id: other.id } }),
    answers: signedIn(204),
  },
  'GET /api/user/blocks': {
    request: () => ({}),
    answers: signedIn(200),
  },
} satisfies Rows;
