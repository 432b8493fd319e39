import { admins, all, signedIn } from './roles.ts';
import type { Rows } from './fixture.ts';

export const mail = {
  'GET /api/user/mail-preferences': {
    request: () => ({}),
    answers: signedIn(200),
  },
  'PATCH /api/user/mail-preferences': {
    request: () => ({ body: { reminders: false } }),
    answers: signedIn(200),
  },
  'GET /api/unsubscribe': {
    request: () => ({ query: { token: 'not-signed-here' } }),
    answers: all('invalid'),
  },
  'POST /api/unsubscribe': {
    request: () => ({ body: { token: 'not-signed-here' } }),
    answers: all('invalid'),
  },
  'GET /api/admin/mail': {
    request: () => ({}),
    answers: admins(200),
  },
  'GET /api/admin/mail/:id': {
    request: () => ({ params: { id: 1 } }),
    answers: admins('not_found'),
  },
  'GET /api/admin/mail/:id/body.html': {
    request: () => ({ params: { id: 1 } }),
    answers: admins('not_found'),
  },
  'POST /api/mail/events': {
    request: () => ({ body: { RecordType: 'Bounce' } }),
    answers: all('sign_in_required'),
  },
  'GET /api/admin/mail-sender': {
    request: () => ({}),
    answers: admins(200),
  },
  'GET /api/admin/suppressions': {
    request: () => ({}),
    answers: admins(200),
  },
  'DELETE /api/admin/suppressions/:id': {
    request: () => ({ params: { id: 1 } }),
    answers: admins('not_found'),
  },
  'DELETE /api/user/suppression': {
    request: () => ({}),
    answers: signedIn(204),
  },
  'POST /api/admin/mail/:id/resend': {
    request: () => ({ params: { id: 1 } }),
    answers: admins('not_found'),
  },
} satisfies Rows;
