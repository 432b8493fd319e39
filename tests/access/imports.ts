import { calendarOf, picnic } from '#tests/support/imports.ts';
import { organisers, hiddenFromMembers, type Outcome } from './roles.ts';
import { of, type Request, type Row, type Rows } from './rows.ts';

/** Admins, who may edit the events of others, import none. */
const forImporters = (outcome: Outcome, request: Request): Row => ({
  request,
  answers: { ...organisers(outcome), admin: 'forbidden' },
  whileHidden: { ...hiddenFromMembers(outcome), admin: 'forbidden' },
});

export const imports = {
  'POST /api/groups/:id/imports': forImporters(201, of('group', { ics: calendarOf(picnic) })),
  'GET /api/groups/:id/imports': forImporters(200, of('group')),
  'GET /api/imports/:id': forImporters(200, of('imported')),
  'PATCH /api/imports/:id': forImporters(
    200,
    of('imported', { events: [{ uid: 'picnic@calendar.example', location: 'The boathouse' }] }),
  ),
  'POST /api/imports/:id/publish': forImporters(
    200,
    of('imported', { uids: ['picnic@calendar.example', 'choir@calendar.example'] }),
  ),
  'DELETE /api/imports/:id': forImporters(204, of('imported')),
  // An address that no site reads.
  'PUT /api/groups/:id/followed-calendar': forImporters(
    'invalid',
    of('group', { url: 'https://127.0.0.1/calendar.ics' }),
  ),
  'DELETE /api/groups/:id/followed-calendar': forImporters(204, of('group')),
} satisfies Rows;
