import { newSubscription } from '#tests/support/push-service.ts';
import { forAll, forAccounts, forAdmins, sending, type Request, type Rows } from './rows.ts';

const ofDevice: Request = ({ device }) => ({ params: { id: device } });

export const mail = {
  'GET /api/user/mail-preferences': forAccounts(200),
  'PATCH /api/user/mail-preferences': forAccounts(200, sending({ reminders: false })),
  'GET /api/push': forAll(200),
  'GET /api/user/notifications': forAccounts(200),
  'PATCH /api/user/notifications': forAccounts(
    200,
    sending({ topics: { reminders: { push: false } } }),
  ),
  'GET /api/user/push-devices': forAccounts(200),
  'POST /api/user/push-devices': forAccounts(201, () => ({ body: newSubscription() })),
  'DELETE /api/user/push-devices/:id': forAccounts(204, ofDevice),
  'POST /api/user/push-devices/:id/test': forAccounts(202, ofDevice),
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
