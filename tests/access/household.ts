import { signedIn } from './roles.ts';
import type { Rows } from './fixture.ts';

/** The child is another member's: whoever answers for it is tested with the feature. */
export const household = {
  'GET /api/user/household': {
    request: () => ({}),
    answers: signedIn(200),
  },
  'POST /api/user/household': {
    request: () => ({ body: { firstName: 'Sam' } }),
    answers: signedIn(201),
  },
  'PATCH /api/user/household/:id': {
    request: ({ child }) => ({ params: { id: child.id }, body: { firstName: 'Sam' } }),
    answers: signedIn('not_found'),
  },
  'DELETE /api/user/household/:id': {
    request: ({ child }) => ({ params: { id: child.id } }),
    answers: signedIn('not_found'),
  },
  'POST /api/user/household/:id/invitations': {
    request: ({ child }) => ({ params: { id: child.id } }),
    answers: signedIn('not_found'),
  },
  'POST /api/household-invitations/accept': {
    request: ({ child }) => ({ body: { token: child.token } }),
    answers: signedIn(200),
  },
  'DELETE /api/user/household/:id/adults/:userId': {
    request: ({ child, other }) => ({ params: { id: child.id, userId: other.id } }),
    answers: signedIn('not_found'),
  },
} satisfies Rows;
