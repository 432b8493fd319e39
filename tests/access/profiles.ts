import { signedIn } from './roles.ts';
import type { Rows } from './fixture.ts';

export const profiles = {
  'GET /api/users/:id/card': {
    request: ({ group }) => ({ params: { id: group.owner.id } }),
    answers: {
      ...signedIn(200),
      newcomer: 'not_found',
      outsider: 'not_found',
      pending: 'not_found',
    },
  },
} satisfies Rows;
