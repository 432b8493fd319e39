import { admins } from './roles.ts';
import type { Rows } from './fixture.ts';

export const moderation = {
  'GET /api/admin/held-comments': { request: () => ({}), answers: admins(200) },
  'POST /api/admin/held-comments/:id/release': {
    request: ({ pendingComment }) => ({ params: { id: pendingComment.id } }),
    answers: admins(204),
  },
  'DELETE /api/admin/held-comments/:id': {
    request: ({ pendingComment }) => ({ params: { id: pendingComment.id } }),
    answers: admins(204),
  },
} satisfies Rows;
