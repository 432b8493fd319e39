import { admins, all, hidden, signedIn } from './roles.ts';
import type { Rows } from './fixture.ts';

const spam = { kind: 'spam', details: 'It is on every page.' };

export const reports = {
  // Banned members report as if signed out.
  'POST /api/reports': {
    request: ({ event }) => ({ body: { subject: { type: 'event', id: event.id }, ...spam } }),
    answers: all(201),
    whileHidden: hidden(201),
  },
  'GET /api/reports/subject/:type/:id': {
    request: ({ group }) => ({ params: { type: 'group', id: group.id } }),
    answers: all(200),
    whileHidden: hidden(200),
  },
  // The link in the email grants access.
  'GET /api/reports/:reference': {
    request: ({ decided: { reference, token } }) => ({ params: { reference }, query: { token } }),
    answers: all(200),
  },
  'POST /api/reports/:reference/appeal': {
    request: ({ decided: { reference, token } }) => ({
      params: { reference },
      body: { text: 'Please look again.', token },
    }),
    answers: all(201),
  },
  'GET /api/user/hidden': { request: () => ({}), answers: signedIn(200) },
  'GET /api/user/reports': { request: () => ({}), answers: signedIn(200) },
  'GET /api/admin/reports': { request: () => ({}), answers: admins(200) },
  'GET /api/admin/reports/:id': {
    request: ({ reported }) => ({ params: { id: reported.id } }),
    answers: admins(200),
  },
  'PATCH /api/admin/reports/:id': {
    request: ({ reported }) => ({
      params: { id: reported.id },
      body: { decision: 'nothing', reason: 'It says what it means.' },
    }),
    answers: admins(200),
  },
  'GET /api/admin/reports.csv': { request: () => ({}), answers: admins(200) },
} satisfies Rows;
