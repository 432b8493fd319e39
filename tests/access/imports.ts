import { hiddenFromMembers, organisers, type Outcome } from './roles.ts';
import type { Rows } from './fixture.ts';
import { calendarOf, picnic } from '#tests/support/imports.ts';

/** Admins, who may edit the events of others, import none. */
const importers = (outcome: Outcome) => ({ ...organisers(outcome), admin: 'forbidden' as const });
const hiddenImporters = (outcome: Outcome) => ({
  ...hiddenFromMembers(outcome),
  admin: 'forbidden' as const,
});

export const imports = {
  'POST /api/groups/:id/imports': {
    request: ({ group }) => ({ params: { id: group.id }, body: { ics: calendarOf(picnic) } }),
    answers: importers(201),
    whileHidden: hiddenImporters(201),
  },
  'GET /api/groups/:id/imports': {
    request: ({ group }) => ({ params: { id: group.id } }),
    answers: importers(200),
    whileHidden: hiddenImporters(200),
  },
  'GET /api/imports/:id': {
    request: ({ imported }) => ({ params: { id: imported.id } }),
    answers: importers(200),
    whileHidden: hiddenImporters(200),
  },
  'PATCH /api/imports/:id': {
    request: ({ imported }) => ({
      params: { id: imported.id },
      body: { events: [{ uid: 'picnic@calendar.example', location: 'The boathouse' }] },
    }),
    answers: importers(200),
    whileHidden: hiddenImporters(200),
  },
  'POST /api/imports/:id/publish': {
    request: ({ imported }) => ({
      params: { id: imported.id },
      body: { uids: ['picnic@calendar.example', 'choir@calendar.example'] },
    }),
    answers: importers(200),
    whileHidden: hiddenImporters(200),
  },
  'DELETE /api/imports/:id': {
    request: ({ imported }) => ({ params: { id: imported.id } }),
    answers: importers(204),
    whileHidden: hiddenImporters(204),
  },
  'PUT /api/groups/:id/followed-calendar': {
    // An address that no site reads.
    request: ({ group }) => ({
      params: { id: group.id },
      body: { url: 'https://127.0.0.1/calendar.ics' },
    }),
    answers: importers('invalid'),
    whileHidden: hiddenImporters('invalid'),
  },
  'DELETE /api/groups/:id/followed-calendar': {
    request: ({ group }) => ({ params: { id: group.id } }),
    answers: importers(204),
    whileHidden: hiddenImporters(204),
  },
} satisfies Rows;
