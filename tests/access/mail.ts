import { forAll, forAccounts, forAdmins, sending, type Rows } from './rows.ts';

export const mail = {
  'GET /api/user/mail-preferences': forAccounts(200),
  'PATCH /api/user/mail-preferences': forAccounts(200, sending({ reminders: false })),
  'GET /api/unsubscribe': forAll('invalid', () => ({ query: { token: 'not-signed-here' } })),
  'POST /api/unsubscribe': forAll('invalid', sending({ token: 'not-signed-here' })),
  'GET /api/admin/mail': forAdmins(200),
  'GET /api/admin/mail/:id': forAdmins('not_found', () => ({ params: { id: 1 } })),
  'GET /api/admin/mail/:id/body.html': forAdmins('not_found', () => ({ params: { id: 1 } })),
  'POST /api/mail/events': forAll('sign_in_required', sending({ RecordType: 'Bounce' })),
  'GET /api/admin/mail-sender': forAdmins(200),
  'GET /api/admin/suppressions': forAdmins(200),
  'DELETE /api/admin/suppressions/:id': forAdmins('not_found', () => ({ params: { id: 1 } })),
  'DELETE /api/user/suppression': forAccounts(204),
  'POST /api/admin/mail/:id/resend': forAdmins('not_found', () => ({ params: { id: 1 } })),
} satisfies Rows;
