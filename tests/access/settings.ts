import { admins, all } from './roles.ts';
import type { Rows } from './fixture.ts';

const terms = { page: 'terms' };

export const settings = {
  'GET /api/admin/settings': { request: () => ({}), answers: admins(200) },
  'PATCH /api/admin/settings': {
    request: () => ({ body: { banner: 'The hall is closed on Monday.' } }),
    answers: admins(200),
  },
  'GET /api/legal/:page': { request: () => ({ params: terms }), answers: all(200) },
  'GET /api/admin/legal/:page': { request: () => ({ params: terms }), answers: admins(200) },
  'PUT /api/admin/legal/:page': {
    request: () => ({ params: terms, body: { markdown: 'Be kind.' } }),
    answers: admins(200),
  },
  'DELETE /api/admin/legal/:page': { request: () => ({ params: terms }), answers: admins(200) },
  'GET /api/admin/invitations': { request: () => ({}), answers: admins(200) },
  'POST /api/admin/invitations': {
    request: () => ({ body: { note: 'For the choir', maxUses: 20, expiresInDays: null } }),
    answers: admins(201),
  },
  'DELETE /api/admin/invitations/:id': {
    // Nothing has this number, so an admin gets 'not found'.
    request: () => ({ params: { id: 2_000_000 } }),
    answers: admins('not_found'),
  },
} satisfies Rows;
