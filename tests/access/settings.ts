import { password } from '#tests/support/factories.ts';
import { admins, all } from './roles.ts';
import type { Rows } from './fixture.ts';

const terms = { page: 'terms' };

export const settings = {
  'GET /api/admin/settings': { request: () => ({}), answers: admins(200) },
  'PATCH /api/admin/settings': {
    request: () => ({ body: { banner: 'The hall is closed on Monday.' } }),
    answers: admins(200),
  },
  // The site prints the token where it starts: no role makes one usable.
  'POST /api/setup/read': {
    request: () => ({ body: { token: 'none' } }),
    answers: all('not_found'),
  },
  'POST /api/setup': {
    request: () => ({
      body: {
        token: 'none',
        firstName: 'Ada',
        email: 'first-admin@example.com',
        password,
        confirmPassword: password,
      },
    }),
    answers: all('not_found'),
  },
  'GET /api/admin/setup': { request: () => ({}), answers: admins(200) },
  'PUT /api/admin/setup/:step': {
    request: () => ({ params: { step: 'legal' }, body: { done: true } }),
    answers: admins(200),
  },
  'DELETE /api/admin/setup': { request: () => ({}), answers: admins(204) },
  'POST /api/admin/test-email': {
    request: () => ({}),
    // The tests' sites have no mail server.
    answers: admins('conflict'),
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
