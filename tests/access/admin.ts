import { admins } from './roles.ts';
import type { Rows } from './fixture.ts';

export const admin = {
  'GET /api/admin/summary': {
    request: () => ({}),
    answers: admins(200),
  },
  'GET /api/admin/queue': {
    request: () => ({}),
    answers: admins(200),
  },
  'GET /api/admin/backup': {
    request: () => ({}),
    answers: admins(200),
  },
  'GET /api/admin/users': {
    request: () => ({}),
    answers: admins(200),
  },
  'PATCH /api/admin/users/:id/role': {
    request: ({ other }) => ({ params: { id: other.id }, body: { role: 'admin' } }),
    answers: admins(200),
  },
  'PATCH /api/admin/users/:id/status': {
    request: ({ other }) => ({ params: { id: other.id }, body: { isActive: false } }),
    answers: admins(200),
  },
  'DELETE /api/admin/users/:id': {
    request: ({ other }) => ({ params: { id: other.id } }),
    answers: admins(204),
  },
  'DELETE /api/admin/users/:id/sessions': {
    request: ({ other }) => ({ params: { id: other.id } }),
    answers: admins(200),
  },
  'DELETE /api/admin/users/:id/two-step': {
    request: ({ other }) => ({ params: { id: other.id } }),
    answers: admins(200),
  },
  'GET /api/admin/users/:id/cleanup': {
    request: ({ other }) => ({ params: { id: other.id } }),
    answers: admins(200),
  },
  'POST /api/admin/users/:id/cleanup': {
    request: ({ other }) => ({ params: { id: other.id }, body: {} }),
    answers: admins(200),
  },
  'DELETE /api/admin/users/:id/cleanup': {
    request: ({ cleaned }) => ({ params: { id: cleaned.id } }),
    answers: admins(200),
  },
  'GET /api/admin/groups': {
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
  'PUT /api/admin/groups/:id/organizer': {
    request: ({ group, other }) => ({
      params: { id: group.id },
      body: { userId: other.id },
    }),
    // The call is for groups without an organiser, and the owner organises this one.
    answers: admins('conflict'),
  },
  'DELETE /api/admin/groups/:id': {
    request: ({ group }) => ({ params: { id: group.id } }),
    answers: admins(204),
  },
  'GET /api/admin/events': {
    request: () => ({}),
    answers: admins(200),
  },
  'DELETE /api/admin/events/:id': {
    request: ({ event }) => ({ params: { id: event.id } }),
    answers: admins(204),
  },
  'GET /api/admin/comments': {
    request: () => ({}),
    answers: admins(200),
  },
  'DELETE /api/admin/comments/:id': {
    request: ({ comment }) => ({ params: { id: comment.id } }),
    answers: admins(204),
  },
} satisfies Rows;
