import { forAll, forAccounts, forAdmins, sending, type Rows } from './rows.ts';

export const donations = {
  // Payments are not configured here, so a permitted caller gets 503.
  'POST /api/create-payment-intent': forAll('payments_unavailable', sending({ amount: 5 })),
  'POST /api/stripe/webhook': forAll('invalid', sending({ id: 'evt_1' })),
  'GET /api/user/donations': forAccounts(200),
  'GET /api/admin/donations': forAdmins(200),
  'GET /api/admin/donations/summary': forAdmins(200),
  'GET /api/admin/donations.csv': forAdmins(200),
} satisfies Rows;
