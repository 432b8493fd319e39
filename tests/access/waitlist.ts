import {
  hiddenFromAccounts,
  hiddenFromMembers,
  membersAndAdmins,
  organisers,
  signedIn,
} from './roles.ts';
import type { Rows } from './fixture.ts';

export const waitlist = {
  'GET /api/events/:id/waitlist': {
    request: ({ event }) => ({ params: { id: event.id } }),
    answers: organisers(200),
    whileHidden: hiddenFromMembers(200),
  },
  'PUT /api/events/:id/waitlist': {
    request: ({ full }) => ({ params: { id: full.id } }),
    answers: { ...membersAndAdmins(201), admin: 'not_a_member' },
    whileHidden: { ...hiddenFromAccounts(201), admin: 'not_a_member' },
  },
  'DELETE /api/events/:id/waitlist': {
    request: ({ event }) => ({ params: { id: event.id } }),
    answers: signedIn(204),
    whileHidden: hiddenFromAccounts(204),
  },
  'POST /api/events/:id/waitlist/:userId': {
    request: ({ full, offered }) => ({ params: { id: full.id, userId: offered.id } }),
    answers: organisers(201),
    whileHidden: hiddenFromMembers(201),
  },
} satisfies Rows;
