import { admins } from './roles.ts';
import type { Rows } from './scene.ts';

export const admin = {
  'GET /api/admin/summary': {
    request: () => ({}),
    answers: admins(200),
  },
  'PATCH /api/admin/groups/:id/status': {
    request: ({ group }) => ({
      params: { id: group.id },
      body: { status: 'approved' },
    }),
    answers: admins(200),
  },
} satisfies Rows;
