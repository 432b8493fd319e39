import { admins, all } from './roles.ts';
import type { Rows } from './fixture.ts';

export const complaints = {
  'POST /api/complaints': {
    request: () => ({
      body: { kind: 'content', text: 'My poster was taken down.', email: 'jo@example.com' },
    }),
    answers: all(201),
  },
  'GET /api/admin/complaints': { request: () => ({}), answers: admins(200) },
  'PATCH /api/admin/complaints/:id': {
    request: ({ complaint }) => ({
      params: { id: complaint.id },
      body: { outcome: 'The poster is up again.' },
    }),
    answers: admins(200),
  },
} satisfies Rows;
