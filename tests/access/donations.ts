import { admins, all, signedIn } from './roles.ts';
import type { Rows } from './fixture.ts';

export const donations = {
  // Payments are not configured here, so a permitted caller gets 503.
  'POST /api/create-payment-intent': {
    request: () => ({ body: { amount: 5 } }),
    answers: all('payments_unavailable'),
  },
  'POST /api/stripe/webhook': {
    request: () => ({ body: { id: 'evt_1' } }),
    answers: all('invalid'),
  },
  'GET /api/user/donations': { request: () => ({}), answers: signedIn(200) },
  'GET /api/admin/donations': { request: () => ({}), answers: admins(200) },
  'GET /api/admin/donations/summary': { request: () => ({}), answers: admins(200) },
  'GET /api/admin/donations.csv': { request: () => ({}), answers: admins(200) },
} satisfies Rows;
