import { forAll, forAccounts, forAdmins, forReaders, sending, of, type Rows } from './rows.ts';

const spam = { kind: 'spam', details: 'It is on every page.' };

export const reports = {
  // Banned members report as if signed out.
  'POST /api/reports': forReaders(201, ({ event }) => ({
    body: { subject: { type: 'event', id: event.id }, ...spam },
  })),
  'GET /api/reports/subject/:type/:id': forReaders(200, ({ group }) => ({
    params: { type: 'group', id: group.id },
  })),
  // The link in the email grants access.
  'GET /api/reports/:reference': forAll(200, ({ decided: { reference, token } }) => ({
    params: { reference },
    query: { token },
  })),
  'POST /api/reports/:reference/appeal': forAll(201, ({ decided: { reference, token } }) => ({
    params: { reference },
    body: { text: 'Please look again.', token },
  })),
  'GET /api/user/hidden': forAccounts(200),
  'GET /api/user/reports': forAccounts(200),
  'GET /api/admin/reports': forAdmins(200),
  'GET /api/admin/reports/:id': forAdmins(200, of('reported')),
  'PATCH /api/admin/reports/:id': forAdmins(
    200,
    of('reported', { decision: 'nothing', reason: 'It says what it means.' }),
  ),
  'GET /api/admin/reports.csv': forAdmins(200),
  'POST /api/complaints': forAll(
    201,
    sending({ kind: 'content', text: 'My poster was taken down.', email: 'jo@example.com' }),
  ),
  'GET /api/admin/complaints': forAdmins(200),
  'PATCH /api/admin/complaints/:id': forAdmins(
    200,
    of('complaint', { outcome: 'The poster is up again.' }),
  ),
} satisfies Rows;
